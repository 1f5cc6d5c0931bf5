# shellcheck shell=bash disable=SC1091
# The boot that early.sh has set up.
. /root/tests/lib.sh

at() { systemctl show -P "$2" "$1"; } # UNIT PROPERTY: microseconds of this boot

expect "the mode is the profile's" "netns exclusive" sh -c "rdma system | grep -ow 'netns [a-z]*'"
expect "without help of modprobe.d" "" sh -c "ls /etc/modprobe.d/roced.conf /run/modprobe.d/*roced* 2> /dev/null"
check "roced-early has set it" sh -c "journalctl -b -u roced-early -o cat | grep 'rdma.netns was shared; repaired to exclusive'"
check "a service with a private network runs" systemctl is-active private
check "and was there before roced" test "$(at private ActiveEnterTimestampMonotonic)" -lt "$(at roced ExecMainStartTimestampMonotonic)"
check "so that roced could not have set it" sh -c '! rdma system set netns shared 2>&1'
check "roced-early was done before it" test "$(at roced-early ActiveEnterTimestampMonotonic)" -lt "$(at private ExecMainStartTimestampMonotonic)"
check "and before sysinit's end" test "$(at roced-early ActiveEnterTimestampMonotonic)" -le "$(at sysinit.target ActiveEnterTimestampMonotonic)"
expect "all is in sync" in-sync sh -c "rocectl status --json | jq -r .state"
check "kubelet has started" systemctl is-active kubelet
expect "on a node in sync" in-sync cat /run/kubelet-state
check "after roced" test "$(at kubelet ExecMainStartTimestampMonotonic)" -ge "$(at roced ActiveEnterTimestampMonotonic)"
check "the target is reached" systemctl is-active roced-converged.target
expect "no unit failed" "" systemctl --failed --no-legend
check "no ordering cycle" sh -c '! journalctl -b -o cat | grep -i "ordering cycle"'
check "the value from before is kept" grep -q 'rdma.netns' /var/lib/roced/state.json
systemd-analyze critical-chain kubelet.service --no-pager || true
systemctl show -p ExecMainStartTimestampMonotonic -p ExecMainExitTimestampMonotonic roced-early
journalctl -b -u roced-early -u roced-wait -u roced --no-pager -o cat
