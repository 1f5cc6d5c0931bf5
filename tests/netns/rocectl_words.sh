# What of rocectl needs no node: profile check, profile show, explain, usage; and roced's absence from the bus.
. "$(dirname "$0")/lib.sh"

good=$work/good.toml
cat >"$good" <<'TOML'
schema = 1
mode = "observe"
[nic.rails]
match = { driver = "mlx5_core" }
mtu = 4200
TOML
mkdir "$good.d"
printf '[nic.rails]\nmtu = 9000\n' >"$good.d/10-mtu.toml"
bad=$work/bad.toml
cat >"$bad" <<'TOML'
schema = 1
[nic.rails]
match = { driver = "mlx5_core" }
mut = 9000
TOML

expect 0 "$ROCECTL" profile check "$good"
prints "$good: no findings"
silent
expect 0 "$ROCECTL" profile check --json "$good"
json '. == []'
expect 1 "$ROCECTL" profile check "$bad"
prints "$bad:4:1: error:"
prints "did you mean 'mtu'?"
expect 1 "$ROCECTL" profile check --json "$bad"
json '.[0] | .severity == "error" and (.file | endswith("/bad.toml")) and .line == 4 and .column == 1'
expect 1 "$ROCECTL" profile check "$work/none.toml"
prints "$work/none.toml"
expect 1 "$ROCECTL" check --profile "$bad"
says "$bad:4:1: error:"
says "rocectl: the profile has errors"
expect 1 "$ROCECTL" diff --profile "$bad"
says "$bad:4:1: error:"

expect 0 "$ROCECTL" profile show "$good"
prints "mtu = 9000"
prints "# $good.d/10-mtu.toml:2"
prints "# $good:4"
expect 0 "$ROCECTL" profile show --json "$good"
json '.profile.nic.rails.mtu == 9000 and (.digest | startswith("sha256:"))'
json '.origins["nic.rails.mtu"] | endswith("/10-mtu.toml:2")'
expect 1 "$ROCECTL" profile show "$bad"
says "$bad:4:1: error:"
# What it shows is itself a profile, with the same meaning.
"$ROCECTL" profile show "$good" >"$work/shown.toml"
digest() { "$ROCECTL" profile show --json "$1" | jq -r .digest; }
[ "$(digest "$good")" = "$(digest "$work/shown.toml")" ] || complain "the shown profile means something else"

# What is there already stays as it is.
expect 1 "$ROCECTL" profile init --output "$good"
says "$good is there already and stays as it is"
says "--output $good.new"
grep -q 'mtu = 4200' "$good" || complain "the file was written over"

expect 0 "$ROCECTL" explain
prints "dcb.pfc"
expect 0 "$ROCECTL" explain --json
json 'length > 0 and all(.[]; .text != "" and .where != "" and .since != "")'
expect 0 "$ROCECTL" explain dcb.pfc
prints "[nic.GROUP.dcb]"
prints "pfc = an array of priorities"
prints "dcbnl"
prints "dcb.trust"
expect 1 "$ROCECTL" explain dcb.pcf
says "rocectl: 'dcb.pcf' is no setting; did you mean 'dcb.pfc'?"
expect 1 "$ROCECTL" explain arp
says "sysctl.arp_ignore, sysctl.arp_announce"
expect 1 "$ROCECTL" explain zzzzzzzz
says "rocectl explain lists them"

expect 1 "$ROCECTL"
says "no verb was given"
expect 1 "$ROCECTL" stauts
says "there is no verb 'stauts'; did you mean 'status'?"
expect 1 "$ROCECTL" profile chek
says "did you mean 'check'?"
expect 1 "$ROCECTL" status --jsno
says "--jsno"
expect 0 "$ROCECTL" --version
prints "rocectl "
expect 0 "$ROCECTL" apply --help
prints "--now"

# No bus, and a bus without roced.
export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$work/nowhere
expect 1 "$ROCECTL" status
says "rocectl: the system bus can't be reached"
if command -v dbus-daemon >/dev/null; then
  cat >"$work/bus.conf" <<CONF
<busconfig><type>custom</type><listen>unix:path=$work/bus</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*" eavesdrop="true"/>
<allow eavesdrop="true"/></policy></busconfig>
CONF
  dbus-daemon --config-file="$work/bus.conf" --nofork --nopidfile 2>"$work/bus.log" &
  bus=$!
  trap 'kill "$bus"; rm -rf "$work"' EXIT
  for _ in $(seq 50); do [ -S "$work/bus" ] && break; sleep 0.1; done
  export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$work/bus
  for verb in status apply; do
    expect 1 "$ROCECTL" "$verb"
    says "roced isn't running (org.roced.Node1 isn't on the bus)"
  done
  expect 0 timeout --preserve-status -s INT 1 "$ROCECTL" watch
  says "waiting for it to come"
fi
finish
