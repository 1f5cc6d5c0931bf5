# shellcheck shell=bash disable=SC1091
# What other drivers have than MLNX_OFED's, and what a NIC can be: DCQCN by mlx5's and bnxt_re's ways, virtual functions, bonds,
# a rail's routing table, the peer's flow control.
. /root/tests/lib.sh

# Usage: start_with MODULE_PARAMETERS    the profile on standard input
start_with() {
  systemctl stop roced
  rdma link delete rxe0 2> /dev/null || true
  rmdir /sys/kernel/config/rdma_cm/* /sys/kernel/config/bnxt_re/* 2> /dev/null || true
  rmmod roce_testnic 2> /dev/null || true
  # shellcheck disable=SC2086 # several words
  modprobe roce_testnic nics=2 $1 || return
  for nic in rt0 rt1; do ip link set $nic up; done
  rdma link add rxe0 type rxe netdev rt0
  cat > /etc/roced/profile.toml
  check "profile check" rocectl profile check
  systemctl start roced
}
is() { grep -qx "$2" "$1"; }
# Usage: broken_with_fault VALUE FILE FAULT    roced hears of the write only once the fault is there
broken_with_fault() {
  systemctl kill --kill-whom=main --signal=STOP roced
  echo "$1" > "$2"
  echo "$3" > /sys/module/roce_testnic/parameters/fault
  systemctl kill --kill-whom=main --signal=CONT roced
}
problems() { rocectl status --json | jq -r '.problems[].text'; }
export -f is
for module in rdma_cm bonding; do modprobe $module; done
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config

echo "== Linux' own mlx5"
start_with ecn_way=mlx5 <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
optional = ["ecn.priorities"]
mtu = 9000
traffic_class = 106
[nic.rail.ecn]
priorities = [3]
[nic.rail.dcqcn]
cnp_dscp = 48
cnp_802p_prio = 6
rpg_ai_rate = 10
dce_tcp_g = 1000
clamp_tgt_rate = 1
min_time_between_cnps = 3
[nic.rail.require]
active_mtu = 4096
P
params=/sys/kernel/debug/mlx5/roce_testnic.0/cc_params
rocectl status rt0 --no-pager
expect "ECN by priority has no interface there" unsupported of_status ecn.priorities
repaired "mlx5: cnp_dscp" "echo 1 > $params/np_cnp_dscp" "grep -qx 48 $params/np_cnp_dscp"
repaired "mlx5: cnp_802p_prio" "echo 1 > $params/np_cnp_prio" "grep -qx 6 $params/np_cnp_prio"
repaired "mlx5: rpg_ai_rate" "echo 1 > $params/rp_ai_rate" "grep -qx 10 $params/rp_ai_rate"
repaired "mlx5: dce_tcp_g" "echo 0x10 > $params/rp_dce_tcp_g" "grep -qx 1000 $params/rp_dce_tcp_g"
repaired "mlx5: clamp_tgt_rate" "echo 0 > $params/rp_clamp_tgt_rate" "grep -qx 1 $params/rp_clamp_tgt_rate"
repaired "the traffic class" "echo -1 > /sys/class/infiniband/rxe0/tc/1/traffic_class" \
  "grep -qx 'Global tclass=106' /sys/class/infiniband/rxe0/tc/1/traffic_class"
expect "active MTU" in-sync of_status require.active_mtu
broken_with_fault 1 $params/rp_ai_rate 'rt0:rp_ai_rate:0'
check_now
expect "a parameter that the firmware ignores is failed" failed of_status dcqcn.rpg_ai_rate
echo '' > /sys/module/roce_testnic/parameters/fault

echo "== Broadcom's own bnxt_re"
start_with ecn_way=bnxt-configfs <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
optional = ["dcqcn.rpg_ai_rate"]
[nic.rail.ecn]
priorities = [3]
[nic.rail.dcqcn]
cnp_dscp = 48
cnp_802p_prio = 6
rpg_ai_rate = 10
[nic.rail.broadcom]
cc_mode = 1
ecn_marking = 1
inact_th = 10000
P
cc=/sys/kernel/config/bnxt_re/rxe0/ports/1/cc card=/sys/kernel/debug/roce_testnic/rxe0
rocectl status rt0 --no-pager
expect "all is in sync" in-sync sh -c "rocectl status --json | jq -r .state"
expect "a parameter that it lacks" unsupported of_status dcqcn.rpg_ai_rate
check "the card has what was staged: cnp_dscp" is $card/cnp_dscp 48
check "roce_prio" is $card/roce_prio 3
check "inact_th, which isn't 0x10000" is $card/inact_th 10000
repaired "bnxt: cnp_dscp" "echo 0x1 > $cc/cnp_dscp; echo 1 > $cc/apply" "grep -qx 48 $card/cnp_dscp"
repaired "bnxt: ECN" "echo 0x0 > $cc/ecn_enable; echo 1 > $cc/apply" "grep -qx 1 $card/ecn_enable"
repaired "bnxt: cc_mode" "echo 0x0 > $cc/cc_mode; echo 1 > $cc/apply" "grep -qx 1 $card/cc_mode"
rdma link delete rxe0
rdma link add rxe0 type rxe netdev rt0
check "what the device lost when it came anew is brought back" wait_for 20 sh -c "busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager Check > /dev/null; grep -qx 48 $card/cnp_dscp"

echo "== Linux' own bnxt_re"
start_with ecn_way=bnxt-debugfs <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
[nic.rail.ecn]
priorities = [3]
[nic.rail.dcqcn]
cnp_dscp = 48
cnp_802p_prio = 6
[nic.rail.broadcom]
cc_mode = 1
g = 5
P
config=/sys/kernel/debug/bnxt_re/roce_testnic.0/cc_config
rocectl status rt0 --no-pager
repaired "bnxt debugfs: cnp_dscp" "echo 1 > $config/alt_vlan_dscp" "grep -qx 48 $config/alt_vlan_dscp"
repaired "bnxt debugfs: ECN" "echo 0 > $config/enable_cc" "grep -qx 1 $config/enable_cc"
repaired "bnxt debugfs: g" "echo 3 > $config/run_avg_weight_g" "grep -qx 5 $config/run_avg_weight_g"
broken_with_fault 3 $config/run_avg_weight_g 'rt0:run_avg_weight_g:5'
check_now
expect "an error of the firmware that nobody tells is failed" failed of_status broadcom.g
echo '' > /sys/module/roce_testnic/parameters/fault

echo "== No way at all"
start_with ecn_way=none <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
[nic.rail.ecn]
priorities = [3]
P
expect "unsupported isn't in sync" unsupported sh -c "rocectl status --json | jq -r .state"

echo "== Virtual functions"
start_with "" <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
[nic.rail.sriov]
vfs = 4
trust = true
spoof_check = false
max_rate = 500
min_rate = 100
P
ip link show rt0
expect "all is in sync, the attributes of what was made a moment ago too" in-sync sh -c "rocectl status --json | jq -r .state"
check "four of them" is /sys/class/net/rt0/device/sriov_numvfs 4
repaired "a VF's trust" "ip link set rt0 vf 2 trust off" "ip link show rt0 | grep 'vf 2' | grep -q 'trust on'"
repaired "a VF's spoof check" "ip link set rt0 vf 1 spoofchk on" "ip link show rt0 | grep 'vf 1' | grep -q 'spoof checking off'"
repaired "a VF's rates" "ip link set rt0 vf 3 max_tx_rate 50 min_tx_rate 10" \
  "ip link show rt0 | grep 'vf 3' | grep -q 'max_tx_rate 500Mbps, min_tx_rate 100Mbps'"
ip netns add pod
ip link set rt0v1 netns pod
sed -i 's/vfs = 4/vfs = 2/' /etc/roced/profile.toml
systemctl reload roced
expect "their number waits while one is in a pod" held of_status sriov.vfs
check "and says which" sh -c "rocectl status rt0 | tr -s ' \n' ' ' | grep -q 'virtual function 1 is in another network namespace'"
ip netns delete pod
check "until it comes back" wait_for 20 sh -c "busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager Check > /dev/null; grep -qx 2 /sys/class/net/rt0/device/sriov_numvfs"

echo "== A port's surroundings"
start_with "" <<'P'
schema = 1
mode = "enforce"
[repair]
limit = 20
[nic.rails]
match = { ifname = "rt*" }
count = 2
mtu = 9000
[nic.rails.dcb]
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
global_pause = false
pfc_stall = "auto"
[nic.rails.routing]
source_tables = [101, 102]
P
ip address add 10.1.0.2/24 dev rt0
ip address add 10.2.0.2/24 dev rt1
ip route add 10.9.0.0/16 via 10.1.0.1
check_now
expect "each rail has a table" in-sync of_status routing.source_tables
expect "the other too" in-sync of_status routing.source_tables rt1
ip rule show
ip route show table 101
check "a rule from its address" sh -c "ip rule show | grep -q 'from 10.2.0.2 lookup 102'"
check "a rail's rule goes" ip rule delete from 10.1.0.2 lookup 101
check "which is heard, without being asked" wait_for 5 sh -c "ip rule show | grep -q 'from 10.1.0.2 lookup 101'"
check "a rail's route goes" ip route delete 10.9.0.0/16 table 101
check "which is heard, too" wait_for 5 sh -c "ip route show table 101 | grep -q 10.9.0.0/16"
repaired "a rail's rule" "ip rule delete from 10.1.0.2 lookup 101" "ip rule show | grep -q 'from 10.1.0.2 lookup 101'"
repaired "a rail's route by its router" "ip route delete 10.9.0.0/16 table 101" \
  "ip route show table 101 | grep -q '10.9.0.0/16 via 10.1.0.1 dev rt0'"
repaired "stall prevention" "echo default > /sys/class/net/rt0/settings/pfc_stall_prevention" \
  "grep -qx auto /sys/class/net/rt0/settings/pfc_stall_prevention"
check "global pause was on, and is off" sh -c "journalctl -u roced -o cat | grep -q 'rt0: dcb.global_pause was true; repaired to false'"
check "as ethtool says" sh -c "ethtool -a rt0 | tr -s ' \t\n' ' ' | grep -q 'RX: off TX: off'"
echo 32 > /sys/module/roce_testnic/parameters/peer_pfc # priority 5
check_now
check "a switch that pauses another priority is told" sh -c "rocectl status --json | jq -r '.problems[].text' | grep -i switch | grep -q 5"
problems
echo 8 > /sys/module/roce_testnic/parameters/peer_pfc
check_now
check "and no longer, once it agrees" fails sh -c "rocectl status --json | jq -r '.problems[].text' | grep -i switch"
ip link set rt1 down
check_now
check "a port that is down is told" sh -c "rocectl status --json | jq -r '.problems[].text' | grep -q 'rt1 (group rails) has no carrier'"

echo "== A bond"
systemctl stop roced
ip address flush dev rt0
ip address flush dev rt1
rdma link delete rxe0
ip link add bond0 type bond mode active-backup
for nic in rt0 rt1; do ip link set $nic down; ip link set $nic master bond0; done
ip link set bond0 up
cat > /etc/roced/profile.toml <<'P'
schema = 1
mode = "enforce"
[nic.rails]
match = { ifname = "rt*" }
count = 2
mtu = 9000
[nic.rails.dcb]
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
P
systemctl start roced
rocectl status --no-pager
check "the MTU is the bond's" is /sys/class/net/bond0/mtu 9000
check "and its members'" is /sys/class/net/rt1/mtu 9000
repaired "the bond's MTU" "ip link set bond0 mtu 1500" "grep -qx 9000 /sys/class/net/bond0/mtu && grep -qx 9000 /sys/class/net/rt0/mtu"
repaired "PFC of a member" "dcb pfc set dev rt1 prio-pfc all:off" "dcb pfc show dev rt1 | grep -q 3:on"
ip link delete bond0

if modinfo -F vermagic roce_testnic | grep -qE '^6\.(1[0-9]|[2-9])'; then
  echo "== A table of trust"
  start_with "apptrust=Y" <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
[nic.rail.dcb]
trust = "dscp"
dscp_prio = { 26 = 3 }
pfc = [3]
P
  check "it is DSCP's turn" sh -c "dcb apptrust show dev rt0 | grep -q dscp"
  repaired "the table of trust" "dcb apptrust set dev rt0 order pcp" "dcb apptrust show dev rt0 | grep -q dscp"
else
  echo "skipped: this kernel ($(uname -r)) has no table of trust (6.2)"
fi
journalctl -u roced --no-pager -o cat | tail -20
