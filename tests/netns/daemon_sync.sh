# When roced waits for the disk: where the value from before is kept for the first time, and for what a person asks that must outlive
# it. A repair of what is known waits for none.
. "$(dirname "$0")/lib.sh"
own_namespaces
command -v strace >/dev/null || skip "strace isn't here"
. "$SOURCE/tests/netns/rails.sh"
rails

syncs() { wc -l <"$work/syncs"; }
# synced BETWEEN WHAT COMMAND...: COMMAND makes roced wait for the disk so often
synced() {
  local before after
  before=$(syncs)
  "${@:3}" >"$work/out" 2>"$work/err" || complain "status $?: ${*:3}"
  after=$(syncs)
  local made=$((after - before))
  [ "$made" -ge "${1%-*}" ] && [ "$made" -le "${1#*-}" ] || complain "$2: the disk is waited for $made times, not $1"
}
repairs() { # TIMES
  for _ in $(seq "$1"); do
    ip link set rail0 mtu 1500
    within 3 has_mtu rail0 9000 || return 1
  done
}

write_profile enforce
sed -i '/^\[rdma\]/,/^netns/d; /^mode/a [repair]\nlimit = 1000' "$profile"
start_roced "$profile" strace -D -f -qq -o "$work/syncs" -e trace=fsync,fdatasync,syncfs,sync,sync_file_range,msync || exit 1
has_mtu rail0 9000 && has_mtu rail1 9000 || complain "not converged"
# A file and its folder for each NIC's MTU and each sysctl at most.
first=$(syncs)
[ "$first" -ge 2 ] && [ "$first" -le 8 ] || complain "the first convergence waits for the disk $first times"
synced 0-0 "20 repairs of a known setting" repairs 20
synced 0-0 "a check" call Check
synced 2-2 "a pause" "$ROCECTL" pause
ip link set rail0 mtu 1500
synced 2-2 "an apply that must be confirmed" "$ROCECTL" apply --confirm 60
has_mtu rail0 9000 || complain "the apply didn't apply"
synced 2-2 "its confirmation" "$ROCECTL" confirm
synced 2-2 "an end of the pause" "$ROCECTL" resume
synced 0-0 "repairs after it" repairs 5
grep -q . "$work/syncs" || complain "strace saw nothing"
stop_roced
finish
