# shellcheck shell=bash disable=SC1091,SC2016
# No repair breaks a job: NICs on PCI functions, whose link really goes down when PFC changes. Who holds them, for how long,
# and that everything goes through by itself once they are idle. And no fight: a real lldpad keeps turning PFC off.
. /root/tests/lib.sh

modprobe roce_testnic nics=4 ib=0 pci=Y pfc_flap_ms=300
for i in 0 1 2; do
  ip link set rt$i up
  rdma link add rxe$i type rxe netdev rt$i
done
ip link set rt3 up
cat > /etc/roced/profile.toml <<'P'
schema = 1
mode = "enforce"
[repair]
idle_for = "20s"
[nic.rails]
match = { ifname = "rt0" }
mtu = 9000
[nic.rails.dcb]
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
P

pfc_on() { dcb pfc show dev rt0 | grep -q '3:on'; }
pfc_off() { dcb pfc set dev rt0 prio-pfc all:off; }
flaps() { cat /sys/class/net/rt0/carrier_down_count; }
cause() { rocectl status --json | jq -r '.nics[0].settings[] | select(.name == "dcb.pfc") | .cause'; }
says() { cause | grep -qE "$1"; }
job() { # NAME: as a unit of its own, so that its cgroup tells who it is
  systemd-run -q --unit "$1" ibv_rc_pingpong -d rxe0 -g 0
  wait_for 10 sh -c 'rdma resource show qp link rxe0 | grep -q ibv_rc_pingpong'
}
# What was repaired once may flap its link again in an hour, or after a start.
afresh() { systemctl restart roced; wait_for 20 sh -c '[ "$(rocectl status --json | jq -r .state)" = in-sync ]'; }
# Usage: holds WHO    after PFC was turned off it stays off for WHO, and the link that roced could take down stays up
holds() {
  check "$1: held" wait_for 10 says "$2"
  before=$(flaps)
  sleep 6 # it is asked every 5 s
  check "$1: still held" says "$2"
  expect "$1: the link stays up" "$before" flaps
  check "$1: PFC isn't touched" fails pfc_on
  cause
}

ip link set rt1 up mtu 9000 # the cable's other end
systemctl start roced
expect "in sync at start" in-sync sh -c 'rocectl status --json | jq -r .state'
check "a NIC on PCI" sh -c 'rocectl status --json | jq -r ".nics[0].pci" | grep -q "^0000:"'

echo "== A job"
check "a job runs" job job1
pfc_off
holds "a job" '1 queue pair of ibv_rc_pingpong \(pid [0-9]+, job1.service\) on rxe0'
rocectl diff || true
systemctl kill -s KILL job1
check "it restarts" job job2
holds "a job that restarted" 'ibv_rc_pingpong \(pid [0-9]+, job2.service\)'
systemctl kill -s KILL job2
check "it counts as busy for a while" wait_for 10 says 'rxe0 was in use [0-9]+ s ago \(1 queue pair of ibv_rc_pingpong'
before=$(flaps)
check "and goes through by itself when it is idle" wait_for 40 pfc_on
check "the link really blinked" test "$(flaps)" -gt "$before"
journalctl -u roced -o cat --no-pager | tail -12

echo "== By hand"
afresh
check "a job runs" job job3
pfc_off
check "held" wait_for 10 says ibv_rc_pingpong
check "a person's apply is held, too" sh -c 'rocectl apply rt0 dcb.pfc 2>&1 | grep -q ibv_rc_pingpong'
check "PFC isn't touched" fails pfc_on
check "with --now it isn't" rocectl apply --now rt0 dcb.pfc
check "PFC is on" pfc_on
systemctl kill -s KILL job3

echo "== A pause"
afresh
rocectl pause 1h
pfc_off
holds "a pause" 'paused|nothing is repaired'
check "resumed" rocectl resume
check "it is repaired" wait_for 40 pfc_on

echo "== A queue pair of the kernel's own"
afresh
join_nics rt0 10.0.0.1 rt1 10.0.0.2
modprobe nvmet-rdma
modprobe nvme-rdma
truncate -s 16M /tmp/namespace.img
target=/sys/kernel/config/nvmet
mkdir -p $target/subsystems/t/namespaces/1 $target/ports/1
echo 1 > $target/subsystems/t/attr_allow_any_host
echo -n /tmp/namespace.img > $target/subsystems/t/namespaces/1/device_path
echo 1 > $target/subsystems/t/namespaces/1/enable
echo rdma > $target/ports/1/addr_trtype
echo ipv4 > $target/ports/1/addr_adrfam
echo 10.0.0.2 > $target/ports/1/addr_traddr
echo 4420 > $target/ports/1/addr_trsvcid
check "a target listens" ln -s $target/subsystems/t $target/ports/1/subsystems/t
check "the kernel connects" sh -c 'echo "transport=rdma,traddr=10.0.0.2,trsvcid=4420,nqn=t,nr_io_queues=1" > /dev/nvme-fabrics'
rdma resource show qp link rxe0
pfc_off
holds "the kernel" "queue pairs? of the kernel's rdma_cm on rxe0"
echo 1 > "$(echo /sys/class/nvme-fabrics/ctl/nvme*/delete_controller | cut -d' ' -f1)"
rm $target/ports/1/subsystems/t
check "it goes through when the kernel has let go" wait_for 40 pfc_on

echo "== A virtual function elsewhere"
afresh
echo 2 > /sys/class/net/rt0/device/sriov_numvfs
wait_for 10 test -e /sys/class/net/rt0v1
ip netns add pod
ip link set rt0v1 netns pod
pfc_off
holds "a pod's virtual function" 'virtual function 1 of rt0 is in another network namespace'
ip netns delete pod
check "it goes through when that comes back" wait_for 40 pfc_on
ip link set rt0v0 up
ip link add link rt0v0 name pod0 type macvlan
ip netns add pod
ip link set pod0 netns pod
sed -i '/^mtu/a sriov.vfs = 3' /etc/roced/profile.toml
systemctl reload roced
expect "their number is held while a pod has a macvlan on one" held of_status sriov.vfs
rocectl apply --now rt0 sriov.vfs || true
check "by hand, too" ip -n pod link show pod0
ip netns delete pod
# The kernel takes its time to end a network namespace.
check "and written when the pod is gone" wait_for 60 grep -qx 3 /sys/class/net/rt0/device/sriov_numvfs
sed -i /sriov/d /etc/roced/profile.toml
systemctl reload roced
echo 0 > /sys/class/net/rt0/device/sriov_numvfs

echo "== A bond with the default route"
afresh
rdma link delete rxe0
ip link set rt0 down
ip link add bond0 type bond mode active-backup
ip link set rt0 master bond0
ip link set bond0 up
ip address add 10.3.0.1/24 dev bond0
ip route add default via 10.3.0.2 dev bond0
check_now
wait_for 30 pfc_on
afresh
pfc_off
holds "a default route" 'bond0, which lies on rt0, carries a default route'
ip route delete default
check "it goes through when the route is another" wait_for 40 pfc_on
ip link delete bond0
ip link set rt0 up

echo "== lldpad"
afresh
check "lldpad runs" systemctl start lldpad
check "it takes the NIC" wait_for 20 lldptool set-lldp -i rt0 adminStatus=rxtx
lldptool -T -i rt0 -V PFC enableTx=yes > /dev/null
turn_off() { lldptool -T -i rt0 -V PFC willing=no enabled=none > /dev/null; }
turn_off
before=$(flaps)
check "roced repairs it once" wait_for 10 pfc_on
for _ in 1 2 3 4 5; do
  turn_off
  sleep 2
done
check "contended, with who it likely is" wait_for 20 sh -c 'rocectl status --json | jq -r ".nics[0].settings[] | select(.name == \"dcb.pfc\") | .state + \" \" + .cause" | grep -E "^contended.*lldpad"'
rocectl status rt0
cause
echo "the link went down $(($(flaps) - before)) times"
expect "one line says so" 1 sh -c 'journalctl -u roced -o cat --no-pager | grep -c "dcb.pfc.*contended"'
journalctl -u roced -o cat --no-pager | tail -12
