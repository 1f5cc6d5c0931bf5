# rocectl compare on reports of real rails, veth pairs in a namespace, and on what somebody made of them.
. "$(dirname "$0")/lib.sh"
own_namespaces
mount -t sysfs sysfs /sys 2>/dev/null || skip "sysfs can't be mounted here"
ip link add rail0 type veth peer name far0 2>"$work/why" || skip "no veth here: $(cat "$work/why")"
ip link add rail1 type veth peer name far1
cd "$work" || exit 1
cat >rails.toml <<'TOML'
schema = 1
[nic.rails]
match = { ifname = "rail*", kind = "virtual" }
count = 2
mtu = 9000
[nic.rails.sysctl]
arp_ignore = 1
TOML
# report HOST STATUS: of the rails as they are
report() {
  expect "$2" "$ROCECTL" check --json --profile rails.toml
  jq -c ".host = \"$1\"" out >"$1.json"
}
for i in rail0 rail1; do
  ip link set $i mtu 9000 up
  sysctl -qw net.ipv4.conf.$i.arp_ignore=1
done
report node1 0
report node2 0
report node3 0
ip link set rail1 mtu 1500
report node4 2
sed -i 's/mtu = 9000/mtu = 4200/' rails.toml
ip link set rail0 mtu 4200
ip link set rail1 mtu 4200
report node5 0
report node6 0
ip link del rail1
sed -i 's/mtu = 4200/mtu = 9000/' rails.toml
ip link set rail0 mtu 9000
report node7 2

expect 0 "$ROCECTL" compare node1.json node2.json node3.json
prints "3 reports are alike"
prints "in sync"
expect 0 "$ROCECTL" compare --json node1.json node2.json
json '.outliers == [] and .differences == [] and .alike > 5 and .unread == []'

# Two: side by side.
expect 2 "$ROCECTL" compare node1.json node4.json
prints "node4 differs from node1"
prints "rail1 mtu"
prints "1500, drifted, want 9000"
prints "node1: 9000, in sync"
silent

# Several: the single ones before those that differ together.
expect 2 "$ROCECTL" compare node?.json
prints "4 of 7 nodes differ from most"
prints "3 of 6: 9000, in sync"
[ "$(grep -n '^node' out | cut -d: -f2 | xargs)" = "node7 node4 node5, node6" ] ||
  complain "the outliers come in another order: $(grep '^node' out | xargs)"
prints "shall match 2 NICs and"
expect 2 "$ROCECTL" compare --json node?.json
json '.outliers | map(.nodes) == [["node7"], ["node4"], ["node5", "node6"]]'
json '.outliers[1].differ_in == [{"subject": "rail1", "setting": "mtu"}]'
json '.differences[] | select(.subject == "rail0" and .setting == "mtu").variants
  | map([.desired, .actual, .state, (.nodes | length)]) == [["9000", "9000", "in-sync", 5], ["4200", "4200", "in-sync", 2]]'
json 'any(.differences[]; .subject == "rail1" and .fact == "nic")'
json 'any(.differences[]; .subject == "report" and .fact == "profile")'

# One node at two times, and all of a fleet in one file.
jq -c '.host = "node1"' node4.json >later.json
expect 2 "$ROCECTL" compare node1.json later.json
prints "later.json differs from node1.json"
cat node?.json >fleet.jsonl
expect 2 "$ROCECTL" compare fleet.jsonl
prints "4 of 7 nodes differ from most"

# Hundreds: none is lost, and the one that differs is on the first screen.
mkdir fleet
for i in $(seq 300); do sed "s/\"node1\"/\"n$i\"/" node1.json >"fleet/$i.json"; done
jq -c '.host = "n77" | .nics[1].settings[1].actual = "0" | .nics[1].settings[1].state = "failed"' node1.json >fleet/77.json
for i in $(seq 100 249); do sed -i 's/"version":"[^"]*"/"version":"0.0.1"/' "fleet/$i.json"; done
expect 2 "$ROCECTL" compare fleet/*.json
head -n 24 out | grep -q '^n77$' || complain "the outlier isn't on the first screen"
prints "299 of 300: 1, in sync"
prints "and 142 more"

# What is no report: file, place and why; the rest is compared all the same.
jq '.nics[1].settings[0].state = "drfted\u001b[2J"' node1.json >wrong.json
head -c 300 node1.json >cut.json
printf '{\n  "schema": tru\n}\n' >broken.json
jq -c '.schema = 2' node1.json >newer.json
jq -c '.nics[0]' node1.json >part.json
: >empty.json
expect 1 "$ROCECTL" compare node1.json wrong.json cut.json broken.json newer.json part.json empty.json none.json . node4.json
says 'wrong.json:1: nics[1].settings[0].state: '"'"'drfted\x1b[2J'"' is no state"
says "cut.json:1:301: this is no JSON"
says "broken.json:2:16: this is no JSON"
says "newer.json:1: its schema is 2, and this rocectl reads 1"
says "part.json:1: this is a part of a report"
says "empty.json is empty"
says "none.json can't be read: ENOENT"
says ". can't be read: EISDIR"
prints "node4 differs from node1"
! grep -q $'\e' err || complain "an escape sequence reaches the terminal"
expect 1 "$ROCECTL" compare --json node1.json node4.json cut.json
json '.unread | length == 1 and (.[0] | startswith("cut.json:1:301: this is no JSON: "))'
expect 1 "$ROCECTL" compare node1.json
says "the reports of two nodes at least are needed"
expect 1 "$ROCECTL" compare
says "rocectl compare --help"

# A name that a terminal would obey is shown, not sent.
sed 's/rail1/rail\\u001b[2J/g; s/"node1"/"node\\u001b[8m"/' node1.json >evil.json
expect 2 "$ROCECTL" compare node1.json evil.json
prints 'rail\x1b[2J'
prints 'node\x1b[8m differs'
! grep -q $'\e' out || complain "an escape sequence reaches the terminal"
finish
