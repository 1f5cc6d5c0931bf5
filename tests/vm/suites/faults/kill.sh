# shellcheck shell=bash disable=SC1091
# Killed at each write of a convergence, with all that a rail has: netlink, DCB, sysctls, configfs with values that are staged, the
# store itself. One that isn't made the second time kills nothing. The next start ends in sync, and restore brings back what was there.
. /root/tests/suites/faults/rails.sh

rails ecn_way=bnxt-configfs
cat > /etc/roced/profile.toml << 'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
mtu = 9000
[nic.rail.dcb]
dcbx = "host"
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
[nic.rail.ecn]
priorities = [5]
[nic.rail.dcqcn]
cnp_dscp = 46
[nic.rail.rdma_cm]
tos = 106
[nic.rail.sysctl]
arp_ignore = 1
P
mkdir -p /sys/kernel/config/rdma_cm/rxe0 /sys/kernel/config/bnxt_re/rxe0
values() {
  cat /sys/class/net/rt0/mtu /proc/sys/net/ipv4/conf/rt0/arp_ignore /sys/kernel/config/rdma_cm/rxe0/ports/1/default_roce_tos
  grep -H . /sys/kernel/debug/roce_testnic/rxe0/* # what the card has, not what is staged
  dcb -j app show dev rt0
  dcb -j pfc show dev rt0
}
up() {
  /usr/sbin/roced 2> /dev/null &
  wait_for 20 busctl status org.roced.Node1
}
down() {
  pkill -x roced
  wait
  rm -rf /var/lib/roced/*
}
export JOURNAL_STREAM=1:1 # so that what it tells isn't a write

before=$(values)
strace -qq -o /tmp/trace -e trace=write,rename,mkdir,sendmsg,sendto /usr/sbin/roced &
wait_for 20 busctl status org.roced.Node1
wished=$(values)
check "all of it was written" test "$(diff <(echo "$before") <(echo "$wished") | grep -c '^>')" -ge 7
check "and goes back" rocectl restore
expect "as it was" "$before" values
down
# The Nth of which call: of netlink only what changes something, of the rest all, up to the first word about them.
awk -F'[( ]' '{ n[$1]++ }
  /MESSAGE=(rt0|node): / { exit }
  /^(write|rename|mkdir)/ || /RTM_SETDCB|RTM_NEWLINK/ { print $1, n[$1] }' /tmp/trace > /tmp/points
echo "$(wc -l < /tmp/points) writes: $(cut -d' ' -f1 /tmp/points | sort | uniq -c | xargs)"
check "the writes are known" test "$(wc -l < /tmp/points)" -ge 20

while read -r call n; do
  timeout 15 strace -qq -o /dev/null -e "trace=$call" -e "inject=$call:signal=KILL:when=$n" /usr/sbin/roced < /dev/null 2> /dev/null || true
  up
  if ! rocectl status > /tmp/status 2>&1 || ! rocectl check > /tmp/status 2>&1; then check "killed at $call $n: in sync again" cat /tmp/status -; fi
  [[ $(values) == "$wished" ]] || expect "killed at $call $n: all is as wished" "$wished" values
  rocectl restore > /dev/null || check "killed at $call $n: restored" rocectl status
  expect "killed at $call $n: restored" "$before" values
  down
done < /tmp/points
