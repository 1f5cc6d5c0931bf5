# Killed at each of its writes: of an apply, of one that must be confirmed, of what confirms it or takes it back. Whatever was done
# by then, the next one tells the truth, has lost nothing, and nothing is half back.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
command -v strace >/dev/null || skip "strace isn't here"
strace -o "$work/trace" true 2>"$work/why" || skip "nothing can be traced here: $(cat "$work/why")"
rails

cat >"$profile" <<'TOML'
schema = 1
mode = "observe"
[nic.rails]
match = { ifname = "rail0" }
mtu = 9000
[nic.rails.sysctl]
arp_ignore = 1
arp_announce = 2
TOML
conf=/proc/sys/net/ipv4/conf/rail0
values() { echo "$(mtu rail0) $(cat $conf/arp_ignore) $(cat $conf/arp_announce)"; }
before="1500 0 0" wished="9000 1 2"
has() { [ "$(values)" = "$1" ] || complain "$where: the values are $(values), not $1"; }
reset() {
  rm -rf "$STATE_DIRECTORY"
  ip link set rail0 mtu 1500
  echo 0 >$conf/arp_ignore
  echo 0 >$conf/arp_announce
}
property() { dbus-send --system --print-reply=literal --dest=org.roced.Node1 /org/roced/Node1 org.freedesktop.DBus.Properties.Get \
  string:org.roced.Node1.Manager "string:$1" | awk '{ print $NF }'; }
is_on_trial() { [ "$(property ConfirmDeadlineUSec)" != 0 ]; }
is_paused() { [ "$(property PausedUntilUSec)" != 0 ]; }
# Each setting is as wished if and only if the report says so.
is_true() {
  "$ROCECTL" status --json >"$work/report" || true
  jq -e '[.nics[].settings[] | select((.state == "in-sync") != (.actual == .desired))] == []' "$work/report" >/dev/null &&
    [ "$(jq -r '[.nics[].settings[] | .actual] | join(" ")' "$work/report")" = "$(values)" ] || complain "$where: the report isn't true: $(cat "$work/report")"
  jq -e '[.problems[] | select(.severity == "error")] == []' "$work/report" >/dev/null || complain "$where: $(jq -c .problems "$work/report")"
}

# Usage: kill_at CALL N VERB...    whether the daemon has died of it before it could answer
kill_at() {
  local call=$1 n=$2 tracer
  shift 2
  strace -qq -o "$work/trace" -e "trace=$call" -e "inject=$call:signal=KILL:when=$n" -p "$roced_pid" &
  tracer=$!
  until grep -q "TracerPid:.*$tracer" "/proc/$roced_pid/status"; do sleep 0.02; done
  if "$ROCECTL" "$@" >"$work/out" 2>"$work/err"; then # it was done with its writes before
    kill $tracer 2>/dev/null
    wait $tracer 2>/dev/null
    return 1
  fi
  wait $tracer "$roced_pid" 2>/dev/null
  return 0
}

# Usage: each_write FIRST AFTER VERB...    FIRST goes before it, unharmed; AFTER looks at what the next daemon has found
each_write() {
  local first=$1 after=$2 call n points=0
  shift 2
  for call in write rename sendmsg; do
    for ((n = 1; ; n++)); do
      where="$* killed at $call $n"
      reset
      start_roced "$profile" 2>"$work/journal" || exit 1
      # shellcheck disable=SC2086 # several words
      [ -z "$first" ] || "$ROCECTL" $first >"$work/out" || complain "$where: not done before: $first"
      kill_at $call $n "$@" || break
      points=$((points + 1))
      start_roced "$profile" 2>"$work/journal" || exit 1
      is_true
      $after
      stop_roced
    done
    stop_roced 2>/dev/null
  done
  echo "$*: killed at $points writes"
  [ $points -ge 5 ] || complain "$*: that isn't all of its writes"
}

after_apply() {
  expect 0 "$ROCECTL" restore
  has "$before"
}
after_trial() {
  if ! is_on_trial; then has "$before"; return; fi
  expect 0 "$ROCECTL" revert
  has "$before"
}
after_revert() {
  if is_on_trial; then has "$wished"; expect 0 "$ROCECTL" revert; fi
  has "$before"
}
after_restore() {
  if ! is_paused; then has "$wished"; expect 0 "$ROCECTL" restore; fi
  has "$before"
}
after_confirm() {
  has "$wished"
  is_on_trial && expect 0 "$ROCECTL" confirm
  expect 0 "$ROCECTL" restore
  has "$before"
}
each_write "" after_apply apply
each_write "" after_trial apply --confirm 600
each_write "apply --confirm 600" after_revert revert
each_write "apply" after_restore restore
each_write "apply --confirm 600" after_confirm confirm
finish
