# rocectl check and diff on two rails, veth pairs in a namespace.
. "$(dirname "$0")/lib.sh"
own_namespaces
mount -t sysfs sysfs /sys 2>/dev/null || skip "sysfs can't be mounted here"
ip link add rail0 type veth peer name far0 2>"$work/why" || skip "no veth here: $(cat "$work/why")"
ip link add rail1 type veth peer name far1
ip link set rail0 mtu 9000 up
ip link set rail1 mtu 9000 up

profile=$work/rails.toml
cat >"$profile" <<'TOML'
schema = 1
[nic.rails]
match = { ifname = "rail*", kind = "virtual" }
count = 2
mtu = 9000
[nic.rails.sysctl]
arp_ignore = 1
TOML
sysctl -qw net.ipv4.conf.rail0.arp_ignore=1 net.ipv4.conf.rail1.arp_ignore=1

# In sync: 0, and nothing to change.
expect 0 "$ROCECTL" check --profile "$profile"
prints "rail0"
prints "2 in sync"
prints "4 in sync."
expect 0 "$ROCECTL" check --no-legend --no-pager --profile "$profile"
prints_not "checked"
expect 0 "$ROCECTL" check --json --profile "$profile"
json '.schema == 1 and .state == "in-sync" and .mode == "observe"'
json '[.nics[].name] == ["rail0", "rail1"]'
expect 0 "$ROCECTL" --json diff --profile "$profile"
json '.changes == []'
expect 0 "$ROCECTL" diff --profile "$profile"
says "nothing to change: 4 settings in sync"
[ ! -s "$work/out" ] || complain "prints a diff of nothing"

# Drift: 2, said with both values, and left alone.
ip link set rail1 mtu 1500
expect 2 "$ROCECTL" check --profile "$profile"
prints "drifted"
prints "3 in sync"
expect 2 "$ROCECTL" diff --profile "$profile"
prints "rail1"
prints "- mtu 1500"
prints "+ mtu 9000"
silent
expect 2 "$ROCECTL" diff --json --profile "$profile"
json '.changes[0] | .subject == "rail1" and .from == "1500" and .to == "9000"'
[ "$(cat /sys/class/net/rail1/mtu)" = 1500 ] || complain "rocectl check or diff has written the MTU"

# A NIC that is missing is an error: no rail may look fine.
ip link del rail0
expect 2 "$ROCECTL" check --profile "$profile"
prints "error:"
expect 2 "$ROCECTL" check --json --profile "$profile"
json 'any(.problems[]; .severity == "error")'

# No colour but on a terminal, whatever the environment says.
expect 2 env TERM=xterm CLICOLOR_FORCE=1 "$ROCECTL" check --profile "$profile"
prints_not $'\x1b'

# Somebody without privileges may look; what needs root is said to be unknown.
if command -v setpriv >/dev/null; then
  chmod 755 "$work"
  expect 2 setpriv --reuid=65534 --regid=65534 --clear-groups "$ROCECTL" check --profile "$profile"
  prints "rail1"
fi

# Output that can't be written isn't success.
expect 1 bash -c '"$0" check --profile "$1" >/dev/full' "$ROCECTL" "$profile"
says "standard output can't be written: ENOSPC"
expect 1 bash -c '"$0" check --profile "$1" >&-' "$ROCECTL" "$profile"
says "standard output can't be written: EBADF"
expect 0 bash -c '"$0" explain | head -n 1; exit 0' "$ROCECTL"
silent
# A name that a terminal would obey is shown, not sent.
ip link add $'rail\e[2J' type veth peer name far2 && ip link set $'rail\e[2J' mtu 1500
expect 2 "$ROCECTL" check --profile "$profile"
prints 'rail\x1b[2J'
! grep -q $'\e' "$work/out" || complain "an escape sequence reaches the terminal"
finish
