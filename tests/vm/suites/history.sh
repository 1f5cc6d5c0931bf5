# shellcheck shell=bash disable=SC1091,SC2016
# What rocectl history tells of a node's past, from the journal of a real journald: who made drift, what went back, what was held,
# what roced-early said; not what others claim. Who may read it, and how far back it goes.
. /root/tests/lib.sh

modprobe roce_testnic nics=2 ib=0
for i in 0 1; do
  ip link set rt$i up
  rdma link add rxe$i type rxe netdev rt$i
done
profile() { # MODE MTU [LINE...]
  cat > /etc/roced/profile.toml <<P
schema = 1
mode = "$1"
$(printf '%s\n' "${@:3}")
[nic.rails]
match = { ifname = "rt*" }
mtu = $2
[nic.rails.sysctl]
arp_ignore = 1
P
}
history() { rocectl history --json "$@" | jq -c '.entries[]'; }
# Usage: told FILTER [WORD...]    of an entry that is asked for, jq's FILTER is true
told() { history "${@:2}" | jq -e -s "any(.[]; $1)" > /dev/null || { history "${@:2}"; return 1; }; }
in_sync() { [[ $(rocectl status --json | jq -r .state) == in-sync ]]; }

echo "== Before roced has said anything"
check "nothing is told of nothing" rocectl history
check "and that is said" grep -q 'told of nothing; the journal begins at 20' <(rocectl history 2>&1)

echo "== A foreign drift, and who made it"
profile enforce 9000
systemctl start roced
check "in sync" wait_for 20 in_sync
check "the profile is told, with its mode" told '.event == "profile" and .mode == "enforce" and .unit == "roced.service"'
check "and the first convergence" told '.event == "repaired" and .was == "1500" and .desired == "9000"' rt1 mtu
intruder() { systemd-run -q --wait --unit intruder sh -c 'echo 0 > /proc/sys/net/ipv4/conf/rt0/arp_ignore'; }
check "somebody writes" intruder
check "it is repaired, and told with who" wait_for 10 told \
  '.event == "repaired" and .was == "0" and .actual == "1" and .latency_usec > 0 and (.who // "" | test("intruder.service"))' rt0 sysctl.arp_ignore
check "that is in the table" wait_for 5 sh -c 'rocectl history sysctl.arp_ignore | tr -s " \n" " " | grep -q "rt0 sysctl.arp_ignore: 0 to 1 in .* changed by sh (pid [0-9]*, intruder.service)"'
ip link set rt1 mtu 1500
check "a link's drift is told" wait_for 10 sh -c '[ $(rocectl history rt1 mtu --json | jq ".entries | length") = 2 ]'
check "only of what is asked for" sh -c 'rocectl history rt1 --json | jq -e ".entries | length > 0 and all(.[]; .subject == \"rt1\")"'

echo "== What others claim"
forge() { # UNIT_FIELD: a repair that roced never made
  printf '%s\n' MESSAGE_ID=3bb63ec5a6b0421a8a2e0c7c7b1d5f01 "MESSAGE=rt0: mtu was 666" PRIORITY=5 SYSLOG_IDENTIFIER=roced "$1" \
    ROCED_SUBJECT=rt0 ROCED_SETTING=mtu ROCED_DESIRED=9000 ROCED_ACTUAL=9000 ROCED_WAS=666 ROCED_STATE=in-sync | logger --journald
}
forge _SYSTEMD_UNIT=roced.service
forge UNIT=roced.service
journalctl --sync
check "it is in the journal" sh -c 'journalctl ROCED_WAS=666 -o cat --no-pager | grep -q 666'
check "and no history" fails told '.was == "666"'

echo "== An apply that is reverted"
profile observe 4200
check "another profile" systemctl reload roced
check "is told" told '.event == "profile" and .mode == "observe"'
check "what it wants otherwise has drifted" told '.event == "drifted" and .desired == "4200" and .actual == "9000"' rt0
check "applied" rocectl apply --confirm 300
check "by a person, it is told" told '.event == "repaired" and .desired == "4200" and (.cause | test("rocectl apply"))' rt0 mtu
check "reverted" rocectl revert
check "it went back, it is told" told '.event == "returned" and .was == "4200" and .desired == "9000" and (.cause | test("reverted"))' rt0 mtu
check "also in the table" sh -c 'rocectl history rt0 mtu | grep -q "returned .*rt0 .*mtu: 4200 to 9000"'

echo "== Held, and since when"
profile enforce 9000 '[repair]' 'limit = 50'
systemctl reload roced
check "in sync" wait_for 20 in_sync
rocectl pause
ip link set rt0 mtu 1500
check "held" wait_for 10 sh -c '[ "$(rocectl status --json | jq -r ".nics[0].settings[] | select(.name == \"mtu\").state")" = held ]'
check "it is told" told '.event == "held" and .actual == "1500" and (.cause | test("paused"))' rt0 mtu
since() { rocectl status --json | jq -r '.nics[0].settings[] | select(.name == "mtu").since'; }
on_bus() { busctl get-property --json=short org.roced.Node1 /org/roced/Node1/nic/rt0 org.roced.Node1.Nic SettingsSince | jq -r '.data[] | select(.[0] == "mtu") | .[1] / 1000000 | floor | todate'; }
held=$(since)
expect "the bus has the same since" "$held" on_bus
sleep 1.1
systemctl reload roced
expect "a reload leaves it" "$held" since
check "the table has it" sh -c 'rocectl status | grep -q "held: 1500, for [0-9]* s"'
check "no second word of it" sh -c '[ $(rocectl history rt0 mtu --json | jq "[.entries[] | select(.event == \"held\")] | length") = 1 ]'
rocectl resume
check "repaired in the end" wait_for 10 sh -c 'rocectl history -n 1 rt0 mtu --json | jq -e ".entries[0].event == \"repaired\""'

echo "== roced-early"
systemctl stop roced
profile enforce 9000 '[rdma]' 'netns = "exclusive"'
ip netns add pod
systemctl start roced-early || true
check "what it couldn't do is told, as its word" wait_for 10 told '.unit == "roced-early.service" and .subject == "node" and .setting == "rdma.netns" and .state != "in-sync"' node
ip netns del pod
rm -f /etc/modprobe.d/roced.conf

echo "== Without the daemon, and who may read it"
check "no daemon is needed" sh -c '[ $(rocectl history --json | jq ".entries | length") -gt 8 ]'
rocectl history
as_nobody() { setpriv --reuid=65534 --regid=65534 "$@"; }
check "an ordinary user may not" fails as_nobody --clear-groups rocectl history
check "and is told who may" grep -q 'readable by you: root may read it, and the groups systemd-journal and adm' <(as_nobody --clear-groups rocectl history 2>&1)
check "the group systemd-journal may" as_nobody --groups "$(getent group systemd-journal | cut -d: -f3)" rocectl history

echo "== How far back"
all=$(history | wc -l)
journalctl --rotate
expect "rotated files are read" "$all" sh -c 'rocectl history --json | jq ".entries | length"'
expect "the newest two" 2 sh -c 'rocectl history -n 2 --json | jq ".entries | length"'
expect "none in the future's past" 0 sh -c 'rocectl history --since "$(date "+%F %T" -d "+1 min")" --json | jq ".entries | length"'
check "all of today" sh -c '[ $(rocectl history --since yesterday --json | jq ".entries | length") = '"$all"' ]'
check "asked for more than there is, it says so" grep -q 'what was before is gone' <(rocectl history --since 2020-01-01 | tail -3 | tr '\n' ' ')
journalctl -q --rotate --vacuum-time=1us
check "what was vacuumed is gone, and that is said" grep -q 'told of nothing since .*what was before is gone' <(rocectl history --since 2020-01-01 2>&1)
rm -rf /var/log/journal
systemctl restart systemd-journald
systemctl start roced
check "in memory alone" wait_for 10 sh -c 'rocectl history --json | jq -e ".journal.volatile and (.entries | length > 0)"'
check "and that is said" grep -q 'kept in memory alone' <(rocectl history | tail -4 | tr '\n' ' ')
mkdir /var/log/journal
journalctl --flush
check "on the disk" wait_for 10 sh -c 'rocectl history --json | jq -e "(.journal.volatile | not) and (.entries | length > 0)"'
check "that needs no word" fails grep -q 'in memory' <(rocectl history | tail -4 | tr '\n' ' ')
