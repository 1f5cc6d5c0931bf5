# shellcheck shell=bash disable=SC1091
# Every fabric-facing setting that the test NICs, soft RoCE and VLANs can show: converged, broken by hand, repaired.
. /root/tests/lib.sh

modprobe roce_testnic nics=2
modprobe rdma_cm
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
ip link set rt0 up
rdma link add rxe0 type rxe netdev rt0
ip link add link rt0 name rt0.100 type vlan id 100

cat > /etc/roced/profile.toml <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
mtu = 9000
[nic.rail.dcb]
dcbx = "host"
trust = "dscp"
pfc = [3]
cable_length = 20
dscp_prio = { 26 = 3, 48 = 6 }
app = { udp = { 4791 = 3 } }
exact = true
ets = { prio_tc = [0, 0, 0, 3, 0, 0, 6, 0], bandwidth = { 0 = 40, 3 = 60 }, strict = [6] }
buffer = { size = [20000, 0, 0, 100000, 0, 0, 0, 0], prio = [0, 0, 0, 3, 0, 0, 0, 0] }
maxrate = { 3 = "20Gbit" }
[nic.rail.vlan]
egress = { 3 = 3 }
[nic.rail.ecn]
priorities = [3]
[nic.rail.dcqcn]
cnp_dscp = 48
cnp_802p_prio = 6
min_time_between_cnps = 4
rpg_ai_rate = 10
rpg_hai_rate = 60
dce_tcp_g = 1000
initial_alpha_value = 1000
[nic.rail.rdma_cm]
roce_mode = "v2"
tos = 106
[nic.rail.sysctl]
arp_ignore = 1
arp_announce = 2
arp_notify = 1
rp_filter = 2
P
cm=/sys/kernel/config/rdma_cm/rxe0/ports/1
# It has a cable length beside buffers set by hand, which warns.
check "the profile is told to contradict itself in one point" test "$(rocectl profile check --json | jq -r '[.[].text] | length')" = 1
check "before the daemon, what needs a folder in configfs is unknown" \
  test "$(rocectl check --json | jq -r '.nics[0].settings[] | select(.name == "rdma_cm.tos") | .state')" = unknown
check "and a check has made none" fails test -e /sys/kernel/config/rdma_cm/rxe0
systemctl start roced
rocectl status --no-pager
expect "all is in sync" in-sync sh -c "rocectl status --json | jq -r .state"

repaired "PFC" "dcb pfc set dev rt0 prio-pfc all:off" "dcb pfc show dev rt0 | grep -q 3:on"
repaired "cable length" "dcb pfc set dev rt0 delay 7" "dcb pfc show dev rt0 | grep -q 'delay 20'"
repaired "ETS" "dcb ets set dev rt0 tc-tsa all:strict 0:ets tc-bw all:0 0:100" "dcb ets show dev rt0 | grep 'tc-tsa' | grep -q '0:ets.*3:ets.*6:strict'"
repaired "traffic classes" "dcb ets set dev rt0 prio-tc all:0 tc-bw all:0 0:40 3:60" "dcb ets show dev rt0 | grep prio-tc | grep -q '3:3.*6:6'"
repaired "buffers" "dcb buffer set dev rt0 buffer-size all:0 0:1024" "dcb buffer show dev rt0 | grep buffer-size | grep -Eq '3:(99968|97.6)'"
repaired "priorities' buffers" "dcb buffer set dev rt0 prio-buffer all:0" "dcb buffer show dev rt0 | grep prio-buffer | grep -q 3:3"
# Both versions of dcb put bytes where the kernel counts kilobits, so 20 Gbit/s reads 160Mbit (tests/vm/README.md).
repaired "rates" "dcb maxrate set dev rt0 tc-maxrate 3:1Gbit" "dcb maxrate show dev rt0 | grep -q '3:160Mbit'"
repaired "the UDP entry" "dcb app del dev rt0 dgram-port-prio 4791:3" "dcb -N app show dev rt0 | grep -q 4791:3"
repaired "the DSCP map" "dcb app replace dev rt0 dscp-prio 48:1" "dcb -N app show dev rt0 dscp-prio | grep -qw 48:6"
repaired "what isn't named" "dcb app add dev rt0 dscp-prio 10:1" "! dcb -N app show dev rt0 dscp-prio | grep -qw 10:1"
repaired "a DCQCN parameter of np" "echo 1 > /sys/class/net/rt0/ecn/roce_np/cnp_dscp" "grep -qx 48 /sys/class/net/rt0/ecn/roce_np/cnp_dscp"
repaired "a DCQCN parameter of rp" "echo 1 > /sys/class/net/rt0/ecn/roce_rp/rpg_ai_rate" "grep -qx 10 /sys/class/net/rt0/ecn/roce_rp/rpg_ai_rate"
repaired "ECN" "echo 1 > /sys/class/net/rt0/ecn/roce_rp/enable/5" "grep -qx 0 /sys/class/net/rt0/ecn/roce_rp/enable/5"
repaired "RDMA CM's ToS" "echo 0 > $cm/default_roce_tos" "grep -qx 106 $cm/default_roce_tos"
repaired "the VLAN's egress map" "ip link set rt0.100 type vlan egress-qos-map 3:0" "ip -d link show rt0.100 | grep -q '3:3'"
repaired "arp_notify" "sysctl -q net.ipv4.conf.rt0.arp_notify=0" "grep -qx 1 /proc/sys/net/ipv4/conf/rt0/arp_notify"

check "the VLAN is up, as the kernel tells of its map only then" ip link set rt0.100 up
check "its egress map is broken" ip link set rt0.100 type vlan egress-qos-map 3:0
check "which is heard, without being asked" wait_for 5 sh -c "ip -d link show rt0.100 | grep -q '3:3'"
check "RDMA CM's ToS is broken" sh -c "echo 0 > $cm/default_roce_tos"
check "which is heard, without being asked" wait_for 5 grep -qx 106 $cm/default_roce_tos
# The RDMA device comes anew: its ToS is lost, its folder in configfs dead.
rdma link delete rxe0
rdma link add rxe0 type rxe netdev rt0
check "RDMA CM's ToS comes back with the device" wait_for 20 sh -c "busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager Check > /dev/null; grep -qx 106 $cm/default_roce_tos"

systemctl stop roced
check "broken while nobody looks" dcb ets set dev rt0 tc-tsa all:strict 0:ets tc-bw all:0 0:100
echo 'rt0:ets:22' > /sys/module/roce_testnic/parameters/fault
systemctl start roced
expect "a refused write is failed" failed of_status dcb.ets.strict
expect "and the rest of the NIC is in sync" in-sync of_status rdma_cm.tos
echo '' > /sys/module/roce_testnic/parameters/fault
rocectl apply rt0 dcb.ets.strict || true
expect "until the driver takes it" in-sync of_status dcb.ets.strict
systemctl stop roced

# A profile of what there is now: without fault, and the node in sync with it. The second NIC has no RDMA device.
systemctl start roced
expect "all is in sync again" in-sync sh -c "rocectl status --json | jq -r .state"
check "a profile is written from the node" rocectl profile init --output /tmp/p.toml
cat /tmp/p.toml
check "it has no fault" rocectl profile check /tmp/p.toml
check "and the node is in sync with it" rocectl check --profile /tmp/p.toml
expect "it has the same to say" same sh -c "
  of() { rocectl profile show --json \$1 2> /dev/null | jq -S '.profile.nic.rail // .profile.nic.rails | [.mtu, .dcb.pfc, .dcb.trust, .dcb.dscp_prio, .dcb.ets, .dcb.app, .dcb.maxrate, .ecn, .rdma_cm, .vlan, .sysctl]'; }
  of /etc/roced/profile.toml > /tmp/was; of /tmp/p.toml > /tmp/is; diff /tmp/was /tmp/is >&2 && echo same"
check "it isn't written over" fails rocectl profile init --output /tmp/p.toml
check "standard output gets the same" sh -c "rocectl profile init | sed 1,/^schema/d > /tmp/a; sed 1,/^schema/d /tmp/p.toml | cmp - /tmp/a"
systemctl stop roced
ip link set rt0 mtu 1500
check "what looks wrong is a comment" sh -c "rocectl profile init | grep -q '# mtu: 1500 leaves RoCE'"
ip link set rt0 mtu 9000
rdma link delete rxe0
check "the InfiniBand port alone is no group, but told of" sh -c "rocectl profile init | grep -q '^# .nic.infiniband.$' && ! rocectl profile init | grep -q '^.nic'"
rdma link add rxe0 type rxe netdev rt0

# A file that will undo a setting at boot, and a service that owns DCB, are named.
echo 'net.ipv4.conf.rt0.rp_filter = 1' > /etc/sysctl.d/90-strict.conf
printf '[Match]\nOriginalName=rt*\n[Link]\nMTUBytes=1500\n' > /etc/systemd/network/10-rails.link
rocectl check > /tmp/rivals || true
check "the sysctl.d file is named" grep -q '90-strict.conf:1' /tmp/rivals
check "the .link file is named" grep -q '10-rails.link:4' /tmp/rivals
cat /tmp/rivals

# An initramfs that was built before modprobe.d asked for the other netns mode, and loads ib_core.
image=/boot/initrd.img-$(uname -r)
mkdir -p /tmp/early/usr/lib/modules /tmp/early/etc/modprobe.d /etc/modprobe.d
cp "$(modinfo -n ib_core)" /tmp/early/usr/lib/modules/
build_image() { (cd /tmp/early && find . | cpio -o -H newc | gzip) > "$image" 2> /dev/null; }
warned() { ! rocectl check --profile /tmp/exclusive.toml --json | jq -e '.problems | map(select(.code == "initramfs-stale")) == []' > /dev/null; }
build_image
printf 'schema = 1\n[rdma]\nnetns = "exclusive"\n' > /tmp/exclusive.toml
check "an initramfs is of no concern while modprobe.d asks for nothing" fails warned
echo 'options ib_core netns_mode=0' > /etc/modprobe.d/netns.conf
check "one that is older than modprobe.d is told" warned
touch /tmp/early/etc/modprobe.d/a.conf && build_image
check "one that is built anew isn't" fails warned
rm "$image" /etc/modprobe.d/netns.conf

journalctl -u roced --no-pager -o cat | tail -30
