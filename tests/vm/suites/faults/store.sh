# shellcheck shell=bash disable=SC1091
# /var/lib/roced full, read-only, damaged, lost: what isn't kept isn't written, what goes back goes back all the same, and both are said.
. /root/tests/suites/faults/rails.sh

rails
store=/var/lib/roced/state.json
arp() { cat "/proc/sys/net/ipv4/conf/$1/arp_ignore"; }
is_kept() { jq -e ".state.originals | keys | any(endswith(\" $1\"))" $store > /dev/null; }
anew() { # MODE
  systemctl stop roced
  rm -rf /var/lib/roced/*
  for nic in rt0 rt1; do ip link set $nic mtu 1500; done
  write_profile "$@"
  systemctl start roced
}

fill() { dd if=/dev/zero of=/var/lib/roced/filler bs=1k 2> /dev/null || true; }

echo "== Full, to the last byte"
systemctl stop roced 2> /dev/null || true
mkdir -p /var/lib/roced
mount -t tmpfs -o size=256k,mode=700 tmpfs /var/lib/roced
anew observe
fill
rocectl apply > /dev/null || true
check "a value whose original can't be kept isn't written" has_mtu rt0 1500
check "which the report tells" tells "not written, since the value from before can't be kept: write $store: ENOSPC (No space left on device)"
check "the journal too" says "mtu is 1500, want 9000: failed: not written, since the value from before can't be kept"
expect "a pause that can't be kept is refused" "rocectl: nothing was done, since it can't be kept over a restart: write $store: ENOSPC (No space left on device)" rocectl pause
check "what is told is true" is_true
rm /var/lib/roced/filler
rocectl apply > /dev/null || true
check "written once there is room" has_mtu rt0 9000
check "with what was before" is_kept mtu

anew observe
check "an apply on trial" rocectl apply --confirm 4
fill
check "goes back in time, though that can't be kept" wait_for 15 has_mtu rt0 1500
check "which is told" tells "write $store: ENOSPC (No space left on device): after a restart, roced doesn't know"
systemctl kill --signal=KILL roced
check "and goes back once more after a kill" wait_for 20 says "an apply wasn't confirmed before roced or the node ended: it goes back"
check "to no harm" has_mtu rt0 1500
rm /var/lib/roced/filler
check_now
check "kept once there is room" fails tells "No space left"
check "it stays reverted" tells "was reverted"

echo "== Read-only"
anew enforce
systemctl stop roced
ip link set rt0 mtu 1500
rm $store
mount -o remount,ro /var/lib/roced
systemctl start roced
check "not written" has_mtu rt0 1500
check "which is told" tells "not written, since the value from before can't be kept: write $store: EROFS (Read-only file system)"
check "other NICs are as wished" has_mtu rt1 9000
mount -o remount,rw /var/lib/roced
systemctl restart roced # its own view of the mount is as it was when it started
check "repaired once it can be kept" has_mtu rt0 9000
systemctl stop roced
umount /var/lib/roced

echo "== Damaged"
good() { # a state with originals in it, on a node that has been changed
  anew enforce
  systemctl stop roced
  rm -f $store.damaged
}
damaged() { # HOW COMMAND
  good
  sh -c "$2"
  systemctl start roced
  check "$1: told" tells "$store can't be read"
  check "$1: set aside" test -e $store.damaged
  expect "$1: the node is as it was" "9000 9000" sh -c "cat /sys/class/net/rt[01]/mtu | xargs"
  systemctl restart roced
  check "$1: not forgotten by a restart" tells "what roced kept was damaged once and set aside as $store.damaged"
  check "$1: nothing of it is trusted" rocectl restore
  check "$1: so that nothing goes back" has_mtu rt0 9000
}
damaged "a flipped bit" "printf '\\x$(printf %x $((0x31 ^ 4)))' | dd of=$store bs=1 seek=\$(grep -bo 1500 $store | head -n 1 | cut -d: -f1) conv=notrunc 2> /dev/null"
damaged "cut off" "truncate -s -20 $store"
damaged "empty" ": > $store"
damaged "a folder in its place" "rm $store; mkdir $store; touch $store/file"

echo "== Not to be read, and whole"
good
chmod 0 $store
systemctl start roced
check "told" tells "$store can't be read (EACCES (Permission denied))"
ip link set rt0 mtu 1500
check "nothing is written meanwhile" wait_for 10 sh -c "rocectl status --json | jq -e '.nics[0].settings[] | select(.name == \"mtu\") | .state == \"failed\" and .actual == \"1500\"'"
check "it isn't set aside" fails test -e $store.damaged
chmod 600 $store
check_now
check "read once it can be" has_mtu rt0 9000
check "restore knows the values from before" rocectl restore
expect "which are back" "1500 1500" sh -c "cat /sys/class/net/rt[01]/mtu | xargs"

echo "== Lost"
anew enforce
rm $store
check_now
check "removed while roced runs: told" says "was removed by somebody; it is written again"
check "and written again" is_kept mtu
check "restore works" rocectl restore
check "and has brought it back" has_mtu rt0 1500
