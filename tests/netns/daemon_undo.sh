# What takes changes back: an apply that must be confirmed, revert, restore; pause. Each also across a killed daemon.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails

profile=$work/rails.toml
write_profile() { # MODE ARP_IGNORE
  cat >"$profile" <<TOML
schema = 1
mode = "$1"
[nic.rails]
match = { ifname = "rail*" }
mtu = 9000
[nic.rails.sysctl]
arp_ignore = $2
TOML
}
arp_ignore() { cat "/proc/sys/net/ipv4/conf/$1/arp_ignore"; }
has_arp_ignore() { [ "$(arp_ignore "$1")" = "$2" ]; }
kill_roced() {
  kill -9 "$roced_pid"
  wait "$roced_pid" 2>/dev/null || true
}
as_before() { has_mtu rail0 1500 && has_mtu rail1 1500 && has_arp_ignore rail0 0; }
as_wished() { has_mtu rail0 9000 && has_mtu rail1 9000 && has_arp_ignore rail0 1; }

# Confirmed in time: it stays.
write_profile observe 1
start_roced "$profile" || exit 1
expect 1 "$ROCECTL" confirm
says "no apply waits for a confirmation"
expect 1 "$ROCECTL" revert
expect 0 "$ROCECTL" apply --confirm 3
as_wished || complain "not applied"
tells "unless it is confirmed: rocectl confirm" || complain "the report doesn't tell of the open confirmation"
expect 1 "$ROCECTL" apply
says "an apply waits for its confirmation"
expect 0 "$ROCECTL" confirm
sleep 3.5
as_wished || complain "a confirmed apply went back"

# Restored: as it was before roced's first change; paused, so that it stays so.
expect 0 "$ROCECTL" restore
as_before || complain "not restored: $(mtu rail0) $(mtu rail1) $(arp_ignore rail0)"
tells "nothing is repaired since" || complain "a restore doesn't pause"
expect 0 "$ROCECTL" resume

# What no profile can ask for, as that there was no rule, is told and left to a person; the rest goes back, and the daemon
# lives. The profile is kept again once somebody says so.
stop_roced
write_profile enforce 1
sed -i 's/^mtu/count = 2\nrouting.source_tables = [101, 102]\nmtu/' "$profile"
ip address add 10.1.0.1/24 dev rail0
ip address add 10.2.0.1/24 dev rail1
has_rule() { ip rule | grep -q "from $1 lookup $2"; }
start_roced "$profile" || exit 1
within 3 has_rule 10.2.0.1 102 || complain "no source table"
expect 2 "$ROCECTL" restore
prints "rail0: routing.source_tables was no rule from 10.1.0.1, no route 10.1.0.0/24 before roced's change of it, which can't be written back as a whole"
as_before || complain "the rest isn't restored: $(mtu rail0) $(mtu rail1) $(arp_ignore rail0)"
kill -0 "$roced_pid" || complain "the daemon is gone"
tells "set by hand what matters of it" || complain "it isn't told any more"
kill_roced
start_roced "$profile" || exit 1
as_before || complain "a restart undid the restore"
expect 0 "$ROCECTL" resume
within 3 as_wished || complain "the profile isn't kept after resume"
tells "set by hand" && complain "it is told for ever"
expect 0 "$ROCECTL" restore
expect 0 "$ROCECTL" resume
for i in 0 1; do
  ip address flush dev rail$i
  ip rule delete from 10.$((i + 1)).0.1
done
stop_roced
rm "$STATE_DIRECTORY/state.json"
ip link set rail0 mtu 1500
ip link set rail1 mtu 1500
echo 0 >/proc/sys/net/ipv4/conf/rail0/arp_ignore
echo 0 >/proc/sys/net/ipv4/conf/rail1/arp_ignore
write_profile observe 1
start_roced "$profile" || exit 1

# Not confirmed: it goes back by itself.
expect 0 "$ROCECTL" apply --confirm 1
as_wished || complain "not applied"
within 4 as_before || complain "an unconfirmed apply stays"
stop_roced

# An enforced profile that was reverted is only observed, until somebody takes it after all or another one comes.
write_profile enforce 1
start_roced "$profile" || exit 1
within 3 as_wished || complain "not converged"
stop_roced
write_profile enforce 2
start_roced "$profile" || exit 1
within 3 has_arp_ignore rail0 2 || complain "not converged"
ip link set rail0 mtu 1500
within 3 has_mtu rail0 9000 || complain "not repaired"
expect 0 "$ROCECTL" pause 1h
tells "nothing is repaired since" || complain "a pause isn't told"
ip link set rail0 mtu 1500
within 3 tells "held: 1500" || complain "drift isn't told while paused"
# Since when it is held: the same in the table, in JSON and on the bus, and over a reload.
since() { "$ROCECTL" status --json | jq -r '.nics[] | select(.name == "rail0").settings[] | select(.name == "mtu").since'; }
since_on_bus() {
  dbus-send --system --print-reply=literal --dest=org.roced.Node1 /org/roced/Node1/nic/rail0 \
    org.freedesktop.DBus.Properties.Get string:org.roced.Node1.Nic string:SettingsSince |
    tr -s ' \n' ' ' | sed 's/.* mtu uint64 \([0-9]*\)[0-9]\{6\} .*/\1/'
}
tells "held: 1500, for" || complain "the table doesn't say since when it is held"
held_since=$(since)
[ "$(since_on_bus)" = "$(date -d "$held_since" +%s)" ] || complain "since $held_since, but on the bus $(since_on_bus)"
sleep 1.1
sed -i 's/arp_ignore = 2/arp_ignore = 1/' "$profile"
kill -HUP "$roced_pid"
within 3 tells "sysctl.arp_ignore 1 held" || complain "the profile wasn't read anew"
[ "$(since)" = "$held_since" ] || complain "held since $held_since; after a reload, since $(since)"
write_profile enforce 2
kill_roced
start_roced "$profile" || exit 1
has_mtu rail0 1500 || complain "a pause is forgotten by a restart"
expect 0 "$ROCECTL" apply --confirm 1
has_mtu rail0 9000 || complain "a person's apply is held by a pause"
within 4 has_mtu rail0 1500 || complain "it doesn't go back"
expect 0 "$ROCECTL" resume
sleep 0.3
has_mtu rail0 1500 || complain "a reverted profile is enforced"
tells "was reverted, so that it is only observed" || complain "it isn't told that the profile was reverted"
kill_roced
start_roced "$profile" || exit 1
has_mtu rail0 1500 || complain "a reverted profile is enforced after a restart"
expect 0 "$ROCECTL" apply
has_mtu rail0 9000 || complain "a reverted profile can't be taken after all"
ip link set rail0 mtu 1500
within 3 has_mtu rail0 9000 || complain "a profile that was taken after all isn't enforced"
stop_roced

# The daemon dies while the confirmation is open: the next one keeps to the deadline, also when that is past.
write_profile observe 2
ip link set rail0 mtu 1500
ip link set rail1 mtu 1500
for pause in 0 4; do
  start_roced "$profile" || exit 1
  expect 0 "$ROCECTL" apply --confirm 4
  has_mtu rail0 9000 || complain "not applied"
  kill_roced
  sleep $pause
  start_roced "$profile" || exit 1
  [ $pause != 0 ] || has_mtu rail0 9000 || complain "it goes back before its time is over"
  within 6 has_mtu rail0 1500 || complain "it doesn't go back after a crash"
  has_mtu rail1 1500 || complain "only half of it went back"
  stop_roced
done

# Stopping changes nothing; a state that can't be trusted is told and set aside.
start_roced "$profile" || exit 1
expect 0 "$ROCECTL" apply
stop_roced
has_mtu rail0 9000 || complain "stopping the daemon changed the node"
sed -i s/1500/1400/ "$STATE_DIRECTORY/state.json"
start_roced "$profile" || exit 1
tells "its checksum is wrong" || complain "a damaged state isn't told"
[ -e "$STATE_DIRECTORY/state.json.damaged" ] || complain "a damaged state isn't set aside"
expect 0 "$ROCECTL" restore
has_mtu rail0 9000 || complain "a damaged state was trusted"
stop_roced
finish
