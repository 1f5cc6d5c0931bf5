# shellcheck shell=bash disable=SC1091
# A node converges: the installed daemon under systemd and D-Bus, soft RoCE on the test NICs, every value broken by hand.
. /root/tests/lib.sh

modprobe roce_testnic nics=2 ib=1
for i in 0 1; do
  ip link set rt$i up
  rdma link add rxe$i type rxe netdev rt$i
done
ip link add mv0 link rt0 type macvlan mode bridge

cat > /etc/roced/profile.toml <<'P'
schema = 1
mode = "enforce"
[rdma]
netns = "shared"
[nic.rails]
match = { ifname = "rt*" }
count = 2
link_layer = "ethernet"
mtu = 9000
children = "follow"
[nic.rails.dcb]
dcbx = "host"
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
[nic.rails.ecn]
priorities = [3]
[nic.rails.sysctl]
arp_ignore = 1
arp_announce = 2
rp_filter = 2
[nic.storage]
match = { rdma_device = "fakeib*" }
mtu = 4092
optional = ["mtu"]
P
pfc() { dcb pfc show dev "$1" | grep -o 'prio-pfc .*'; }
map() { dcb -N app show dev "$1" dscp-prio | grep -ow '26:.'; }
ecn() { cat /sys/class/net/"$1"/ecn/roce_rp/enable/* | tr -d '\n'; }
conf() { cat /proc/sys/net/ipv4/conf/"$1"/{arp_ignore,arp_announce,rp_filter} | xargs; }
mtu() { cat /sys/class/net/"$1"/mtu; }
in_sync() { rocectl check > /dev/null; }
state() { busctl get-property org.roced.Node1 "$1" org.roced.Node1."$2" State; }

rocectl profile check || true
check "roced starts" systemctl start roced
rocectl status || true
check "rocectl check agrees, without the daemon" in_sync
for nic in rt0 rt1; do
  expect "$nic mtu" 9000 mtu $nic
  check "$nic pfc" grep -q '3:on' <(pfc $nic)
  check "$nic pfc, others off" fails grep -qE '[0124567]:on' <(pfc $nic)
  expect "$nic dscp 26" 26:3 map $nic
  expect "$nic ecn" 00010000 ecn $nic
  expect "$nic arp" '1 2 2' conf $nic
  expect "$nic on the bus" 's "in-sync"' state /org/roced/Node1/nic/$nic Nic
done
expect "the child follows" 9000 mtu mv0
check "rdma netns" grep -q 'netns shared' <(rdma system)
expect "the manager on the bus" 's "in-sync"' state /org/roced/Node1 Manager
check "fakeib0 is InfiniBand" grep -q 'pkey' <(rocectl status fakeib0)
busctl introspect org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager
rocectl check --json

busctl monitor --match "type='signal',interface='org.roced.Node1.Manager'" > /tmp/signals 2>&1 &
monitor=$!
wait_for 10 grep -q Monitoring /tmp/signals || true
comes_back() { wait_for 20 sh -c "$1"; }
ip link set rt0 mtu 1500
check "mtu is repaired" comes_back '[ "$(cat /sys/class/net/rt0/mtu)" = 9000 ] && [ "$(cat /sys/class/net/mv0/mtu)" = 9000 ]'
dcb pfc set dev rt1 prio-pfc all:off
check "pfc is repaired" comes_back 'dcb pfc show dev rt1 | grep -q 3:on'
dcb app replace dev rt1 dscp-prio 26:5
check "the DSCP map is repaired" comes_back 'dcb -N app show dev rt1 dscp-prio | grep -qw 26:3'
dcb app flush dev rt0 dscp-prio
check "trust is repaired" comes_back 'dcb -N app show dev rt0 dscp-prio | grep -qw 26:3'
rdma system set netns exclusive && check "the netns mode is repaired" comes_back 'busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager Check > /dev/null; rdma system | grep -q "netns shared"'
echo 0 > /sys/class/net/rt0/ecn/roce_rp/enable/3
sysctl -q net.ipv4.conf.rt1.arp_ignore=0
check "what has no event is repaired by a check" comes_back 'busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager Check > /dev/null; [ "$(cat /sys/class/net/rt0/ecn/roce_rp/enable/3)$(cat /proc/sys/net/ipv4/conf/rt1/arp_ignore)" = 11 ]'
sleep 1
kill $monitor
check "DriftDetected was seen" grep -q DriftDetected /tmp/signals
check "DriftRepaired was seen" grep -q DriftRepaired /tmp/signals

systemctl stop roced
dcb pfc set dev rt1 prio-pfc all:off
echo 'rt1:pfc:0' > /sys/module/roce_testnic/parameters/fault
systemctl start roced
rocectl status rt1 | tee /tmp/ignored || true
check "a write that silently does nothing is failed, not in sync" grep -q 'dcb.pfc.*failed' /tmp/ignored
before=$(systemctl show -P CPUUsageNSec roced)
sleep 3
check "and isn't written again without end" test $(($(systemctl show -P CPUUsageNSec roced) - before)) -lt 500000000
echo '' > /sys/module/roce_testnic/parameters/fault
rocectl apply rt1 dcb.pfc || true
check "and in sync once the driver does as it says" grep -q '3:on' <(pfc rt1)

echo roce_testnic.1 > /sys/bus/roce_testbus/drivers/roce_testnic/unbind
check "a NIC that vanishes is told" wait_for 20 sh -c 'rocectl status 2>&1 | grep -q "rt1.*was here and is gone"'
expect "and the node is failed" 's "failed"' state /org/roced/Node1 Manager
check "its object is gone from the bus" fails busctl introspect org.roced.Node1 /org/roced/Node1/nic/rt1
echo roce_testnic.1 > /sys/bus/roce_testbus/drivers/roce_testnic/bind
check "and converged when it is back" comes_back '[ "$(cat /sys/class/net/rt1/mtu)" = 9000 ] && dcb pfc show dev rt1 | grep -q 3:on'
check "its RDMA device is missed" wait_for 20 sh -c 'rocectl status 2>&1 | tr -s " \n" " " | grep -q "rt1 (group rails) has no RDMA device"'
ip link set rt1 up
rdma link add rxe1 type rxe netdev rt1
ip link add plain0 type veth peer name plain1
sed -i 's/"rt\*"/["rt*", "plain0"]/; s/count = 2/count = 3/' /etc/roced/profile.toml
check "a NIC whose driver has no DCB" systemctl reload roced
rocectl status plain0 | tee /tmp/plain0 || true
check "is unsupported there" grep -q 'dcb.pfc.*unsupported' /tmp/plain0
expect "and the others are in sync" 's "in-sync"' state /org/roced/Node1/nic/rt0 Nic
sed -i 's/\["rt\*", "plain0"\]/"rt*"/; s/count = 3/count = 2/' /etc/roced/profile.toml
systemctl reload roced

echo 'mtu = 1' >> /etc/roced/profile.toml
check "a broken profile isn't taken at reload" fails systemctl reload roced
check "the service stays" systemctl is-active roced
check "and says where" grep -q 'profile.toml:[0-9]*:[0-9]*' <(rocectl status 2>&1)
systemctl restart roced
check "a broken profile at start: the service stays up" systemctl is-active roced
expect "and is failed" 's "failed"' state /org/roced/Node1 Manager
check "resident memory below 10 MiB" test "$(awk '/VmRSS/ {print $2}' /proc/"$(systemctl show -P MainPID roced)"/status)" -lt 10240
grep VmRSS /proc/"$(systemctl show -P MainPID roced)"/status
journalctl -u roced --no-pager -o cat | tail -40
