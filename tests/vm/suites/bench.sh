# shellcheck shell=bash disable=SC1091
# A whole check of 8 NICs that have everything, against the same readings by shell commands and by bare system calls; how long
# PFC, an ecn file, an MTU and a sysctl stay broken, against the command that breaks them and a loop that looks every second.
. /root/tests/lib.sh

programs=/usr/libexec/roced-tests
modprobe roce_testnic nics=8
modprobe rdma_cm
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
nics=()
for i in 0 1 2 3 4 5 6 7; do
  ip link set rt$i up
  rdma link add rxe$i type rxe netdev rt$i
  mkdir -p /sys/kernel/config/rdma_cm/rxe$i
  nics+=(rt$i)
done
$programs/bench "${nics[@]}" 2>&1 | tee /tmp/bench
# "a check of 8 NICs, N settings: A times faster ..., B times the bare system calls"
read -r settings faster bare < <(sed -En 's/^a check of 8 NICs, ([0-9]+) settings: ([0-9]+) times faster .*, ([0-9.]+) times the bare.*/\1 \2 \3/p' /tmp/bench)
check "nearly all settings are among them ($settings)" test "$settings" -ge 350
check "100 times faster than the shell ($faster)" test "$faster" -ge 100
check "at most 1.5 times the bare system calls ($bare)" awk "BEGIN { exit !($bare <= 1.5) }"

cat > /etc/roced/profile.toml << 'P'
schema = 1
mode = "enforce"
[repair]
limit = 1000000
[nic.rails]
match = { ifname = "rt?" }
count = 8
mtu = 4200
[nic.rails.dcb]
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
[nic.rails.ecn]
priorities = [3]
[nic.rails.sysctl]
arp_ignore = 1
P
systemctl start roced
check "converged" wait_for 30 sh -c '[ "$(rocectl status --json | jq -r .state)" = in-sync ]'

# Usage: repair NAME WATCH CHECK_AND_REPAIR COMMAND...    its medians are gates; the 99th percentile is the emulator's too
repair() {
  local median late
  $programs/bench_repair "$1" 100 "${@:2}" < /tmp/zero | tee /tmp/repair
  read -r median late < <(sed -En 's/^repair of .*: median ([0-9.]+) times .* 99th percentile ([0-9.]+) times .*/\1 \2/p' /tmp/repair)
  check "$1 is back before its breaker has ended ($median)" awk "BEGIN { exit !($median <= 1) }"
  check "$1 is back in 5 times that, 99 times of 100 ($late)" awk "BEGIN { exit !($late <= 5) }"
}
echo 0 > /tmp/zero
ecn=/sys/class/net/rt0/ecn/roce_rp/enable/3
repair PFC pfc:rt0:8 "dcb -j pfc show dev rt0 | grep -q '\"prio-pfc\":\[false,false,false,true' || dcb pfc set dev rt0 prio-pfc all:off 3:on" dcb pfc set dev rt0 prio-pfc 3:off
repair "an ecn file" file:$ecn:1 "[ \"\$(cat $ecn)\" = 1 ] || echo 1 > $ecn" tee $ecn
repair "an MTU" mtu:rt0:4200 '[ "$(cat /sys/class/net/rt0/mtu)" = 4200 ] || ip link set rt0 mtu 4200' ip link set rt0 mtu 1500
arp=net.ipv4.conf.rt0.arp_ignore
repair "a sysctl" "file:/proc/sys/${arp//.//}:1" "[ \"\$(sysctl -n $arp)\" = 1 ] || sysctl -qw $arp=1" sysctl -qw $arp=0
