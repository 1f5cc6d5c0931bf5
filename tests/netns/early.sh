# Waiting for a node to be in sync, with a roced that comes, goes and drifts meanwhile; and what roced does early in a boot.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails

# The MTU alone: what becomes in sync by one command.
write_profile() { # MODE
  cat >"$profile" <<TOML
schema = 1
mode = "$1"
[rdma]
netns = "shared"
[nic.rails]
match = { ifname = "rail*" }
mtu = 9000
TOML
}
without_rdma() { sed -i '/rdma/d; /netns/d' "$profile"; }
wait_in_background() { "$ROCECTL" wait "$@" >"$work/waited" 2>"$work/waited_err" & waiter=$!; }
ended() { ! kill -0 "$waiter" 2>/dev/null; }

# Nobody is there: 2 once the time is over, and not before.
start=$(date +%s%N)
expect 2 "$ROCECTL" wait --timeout 1
says "roced isn't running"
says "systemctl status roced"
[ $(($(date +%s%N) - start)) -ge 1000000000 ] || complain "the time wasn't over"
expect 1 env DBUS_SYSTEM_BUS_ADDRESS="unix:path=$work/none" "$ROCECTL" wait --timeout 5
says "the system bus can't be reached"
for words in "--timeout 0" "--timeout soon" "--early --timeout 3"; do
  # shellcheck disable=SC2086
  expect 1 "$ROCECTL" wait $words
done

# It comes later, observing, and somebody sets the rails right by hand.
write_profile observe
without_rdma
wait_in_background
start_roced "$profile" || exit 1
expect 2 "$ROCECTL" wait --timeout 1
prints "rail0: mtu is 1500, want 9000: drifted: mode is observe"
says "not in sync after 1s"
expect 2 "$ROCECTL" wait --timeout 1 --json
json '.schema == 1 and .ended == "timeout" and .state == "drifted" and (.settings | length) == 2 and .problems == []'
json '.settings[0] | .subject == "rail0" and .setting == "mtu" and .desired == "9000" and .actual == "1500" and .state == "drifted"'
ended && complain "it hasn't waited: $(cat "$work/waited_err")"
ip link set rail0 mtu 9000
sleep 0.3
ended && complain "it hasn't waited for the second rail"
ip link set rail1 mtu 9000
within 3 ended || complain "it hasn't heard that the node is in sync"
wait "$waiter" || complain "exit code $? where the node is in sync"
grep -qx "in sync" "$work/waited" || complain "it doesn't say so: $(cat "$work/waited")"
expect 0 "$ROCECTL" wait
expect 0 "$ROCECTL" wait --timeout 5 --json
json '.ended == "in-sync" and .state == "in-sync" and .settings == []'

# It dies meanwhile, and the next one enforces.
ip link set rail0 mtu 1500
within 3 is drifted || complain "the drift wasn't seen"
wait_in_background --timeout 60
sleep 0.3
kill -9 "$roced_pid"
wait "$roced_pid" 2>/dev/null
sleep 0.3
ended && complain "it hasn't waited for roced to come back: $(cat "$work/waited_err")"
write_profile enforce
without_rdma
start_roced "$profile" || exit 1
within 3 ended || complain "it hasn't heard of the new roced"
wait "$waiter" || complain "exit code $? where a new roced has brought the node in sync"

# One that doesn't answer is no reason to wait longer.
ip link set rail0 mtu 1500
kill -STOP "$roced_pid"
start=$(date +%s)
expect 2 "$ROCECTL" wait --timeout 1
says "roced hasn't answered in 1s"
[ $(($(date +%s) - start)) -le 4 ] || complain "it has waited longer than it was told"
kill -CONT "$roced_pid"

# A bus that goes away.
wait_in_background --timeout 60
stop_roced
sleep 0.3
kill "${daemons[0]}"
within 3 ended || complain "it hasn't noticed that the bus is gone"
wait "$waiter" && complain "in sync, without a bus?"
grep -q "the system bus has gone away" "$work/waited_err" || complain "it doesn't say that the bus is gone: $(cat "$work/waited_err")"

# Early in a boot. The options for modprobe are of this mount namespace alone.
mount -t tmpfs tmpfs /run || skip "no tmpfs here"
options=/run/modprobe.d/zz-roced-early.conf
echo 'mtu = 9000' >"$profile"
expect 1 "$ROCED" --early --profile "$profile"
says "rails.toml:1:1: error: unknown key 'mtu'"
printf 'schema = 1\nmode = "enforce"\n' >"$profile"
expect 0 "$ROCED" --early --profile "$profile"
silent
chmod 666 "$profile"
expect 1 "$ROCED" --early --profile "$profile"
says "rails.toml: error: others than root may write it (mode 0666, owner root)"
says "chmod go-w"
chmod 644 "$profile"
write_profile observe
expect 0 "$ROCED" --early --profile "$profile"
says "rdma.netns is left as it is: the profile observes"
[ ! -e "$options" ] || complain "an observing profile was enforced early"
[ -d /sys/module/ib_core ] && finish # its mode is this machine's own
write_profile enforce
expect 0 "$ROCED" --early --profile "$profile"
says "ib_core isn't loaded yet; $options has it come up shared"
grep -qx "options ib_core netns_mode=1" "$options" || complain "not in $options: $(cat "$options")"
sed -i 's/"shared"/"exclusive"/' "$profile"
expect 0 "$ROCED" --early --profile "$profile"
grep -qx "options ib_core netns_mode=0" "$options" || complain "not in $options: $(cat "$options")"
[ -d /sys/module/ib_core ] && complain "asking has loaded ib_core"
rm "$options"
mkdir -p "$work/state"
echo damaged >"$work/state/state.json"
expect 0 "$ROCED" --early --profile "$profile"
says "what roced kept can't be read"
[ -e "$work/state/state.json" ] || complain "the damaged state was moved away before the daemon could tell of it"
[ ! -e "$options" ] || complain "enforced although a pause may be lost"
rm -r "$work/state"
touch /run/here && umount /run && mount -t tmpfs -o ro tmpfs /run
expect 2 "$ROCED" --early --profile "$profile"
says "can't be given"
says "roced.service sets the mode later"
finish
