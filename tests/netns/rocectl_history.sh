# rocectl history on journal files: what is shown, what another's words are worth, what is said of what can't be read.
. "$(dirname "$0")/lib.sh"
remote=/lib/systemd/systemd-journal-remote
[ -x "$remote" ] || skip "systemd-journal-remote isn't here"
command -v setpriv >/dev/null || skip "setpriv isn't here"
[ "$(id -u)" = 0 ] || skip "another user's rights need root"
export TZ=UTC

boot1=11111111111111111111111111111111 boot2=22222222222222222222222222222222
id=3bb63ec5a6b0421a8a2e0c7c7b1d5f
# entry SECONDS BOOT UNIT FIELD=VALUE...: in systemd's export format
entry() {
  printf '%s\n' "__REALTIME_TIMESTAMP=$1000000" "__MONOTONIC_TIMESTAMP=$1000000" "_BOOT_ID=$2" _HOSTNAME=node17 \
    "_SYSTEMD_UNIT=$3" PRIORITY=4 MESSAGE=x "${@:4}" ""
}
# setting NIC SETTING DESIRED ACTUAL STATE: its fields
setting() { printf '%s\n' "ROCED_SUBJECT=$1" "ROCED_SETTING=$2" "ROCED_DESIRED=$3" "ROCED_ACTUAL=$4" "ROCED_STATE=$5"; }
mapfile -t early < <(setting node rdma.netns shared exclusive pending-reboot)
mapfile -t repaired < <(setting rail0 mtu 9000 9000 in-sync)
mapfile -t held < <(setting rail1 dcb.pfc 3 none held)
mapfile -t returned < <(setting rail0 mtu 1500 1500 in-sync)
mapfile -t evil < <(setting $'rail\e[2J' mtu 9000 1500 drifted)
{
  entry 1790000000 $boot1 roced-early.service MESSAGE_ID=${id}02 "${early[@]}" "ROCED_CAUSE=the kernel refuses"
  entry 1790000001 $boot1 roced.service MESSAGE_ID=${id}07 ROCED_PROFILE=/etc/roced/profile.toml \
    ROCED_PROFILE_DIGEST=sha256:0123456789abcdef ROCED_MODE=enforce
  entry 1790000002 $boot1 roced.service MESSAGE_ID=${id}01 "${repaired[@]}" ROCED_WAS=1500 "ROCED_WHO=by tee (pid 812)" \
    ROCED_LATENCY_USEC=3123
  entry 1790000003 $boot1 evil.service MESSAGE_ID=${id}01 "${repaired[@]}" ROCED_WAS=666
  entry 1790000003 $boot1 user@1000.service _SYSTEMD_USER_UNIT=roced.service MESSAGE_ID=${id}01 "${repaired[@]}" ROCED_WAS=667
  entry 1790000003 $boot1 evil.service SYSTEMD_UNIT=roced.service MESSAGE_ID=${id}01 "${repaired[@]}" ROCED_WAS=668
  entry 1790000003 $boot1 roced.service MESSAGE_ID=ffffffffffffffffffffffffffffffff "${repaired[@]}" ROCED_WAS=669
  entry 1790090000 $boot2 roced.service MESSAGE_ID=${id}04 "${held[@]}" "ROCED_CAUSE=2 queue pairs of python3 (pid 4242) are up"
  entry 1790090001 $boot2 roced.service MESSAGE_ID=${id}05 ROCED_CODE=nic-gone
  entry 1790090002 $boot2 roced.service MESSAGE_ID=${id}06 "${returned[@]}" ROCED_WAS=9000 "ROCED_CAUSE=the apply was reverted"
  entry 1790090003 $boot2 roced.service MESSAGE_ID=${id}02 "${evil[@]}" ROCED_CAUSE=$'\e[8mhidden'
} >"$work/export"
journal=$work/journal
mkdir "$journal"
"$remote" --output="$journal/system.journal" "$work/export" >"$work/out" 2>"$work/err" || complain "no journal can be written"

# All of it, oldest first, and nothing that another unit said.
expect 0 "$ROCECTL" history --directory "$journal"
silent
prints "2026-09-21 14:13:20  pending reboot  node"
prints "rdma.netns: exclusive, want"
prints "/etc/roced/profile.toml sha256:01234567"
prints "mtu: 1500 to 9000 in 3 ms"
prints "changed by tee (pid 812)"
prints "-- boot $boot2 --"
prints "held"
prints "2 queue pairs of python3 (pid 4242)"
prints "mtu: 9000 to 1500"
prints "the apply was reverted"
prints "7 entries; the journal begins at 2026-09-21 14:13:20."
prints_not 66
[ "$(grep -n -m1 'mtu: 1500' "$work/out" | cut -d: -f1)" -lt "$(grep -n -m1 'mtu: 9000 to 1500' "$work/out" | cut -d: -f1)" ] ||
  complain "not oldest first"
prints 'rail\x1b[2J'
prints '\x1b[8mhidden'
! grep -q $'\e' "$work/out" || complain "an escape sequence reaches the terminal"
[ "$(wc -L <"$work/out")" -le 80 ] || complain "wider than 80 columns"
expect 0 env COLUMNS=120 "$ROCECTL" history --directory "$journal"
prints "rdma.netns: exclusive, want shared"

# What is asked for.
expect 0 "$ROCECTL" history --file "$journal/system.journal" rail0 --no-legend
[ "$(grep -c '^2026' "$work/out")" = 2 ] || complain "not what is about rail0"
prints_not "entries"
expect 0 "$ROCECTL" history --file "$journal/system.journal" --json mtu dcb.pfc rail0 rail1
json '[.entries[] | .subject + " " + .setting] == ["rail0 mtu", "rail1 dcb.pfc", "rail0 mtu"]'
expect 0 "$ROCECTL" history --file "$journal/system.journal" --json -n 2
json '.entries | length == 2 and .[0].event == "returned" and .[1].event == "drifted"'
expect 0 "$ROCECTL" history --file "$journal/system.journal" --json --since "2026-09-22 15:13:21"
json '[.entries[].event] == ["warning", "returned", "drifted"]'
expect 0 "$ROCECTL" history --file "$journal/system.journal" --json
json '.journal.begins == "2026-09-21T14:13:20.000000Z" and (.journal.volatile | not)'
json '.entries | length == 7 and (map(.unit) | unique == ["roced-early.service", "roced.service"])'
json '.entries[2] | .was == "1500" and .latency_usec == 3123 and .who == "by tee (pid 812)" and .cause == ""'
json '.entries[1].profile.digest == "sha256:0123456789abcdef" and .entries[4].code == "nic-gone"'
expect 1 "$ROCECTL" history --file "$journal/system.journal" --since 2026-02-30
says "--since takes"

# Nothing: what that means.
expect 0 "$ROCECTL" history --file "$journal/system.journal" dbc.pfc
says "roced told of nothing; the journal begins at 2026-09-21 14:13:20; 'dbc.pfc' is no setting; did you mean 'dcb.pfc'?"
[ ! -s "$work/out" ] || complain "prints a table of nothing"
expect 0 "$ROCECTL" history --file "$journal/system.journal" --since 2026-01-01 rail7
says "what was before is gone"
expect 0 "$ROCECTL" history --file "$journal/system.journal" --since 2026-10-01 --json
json '.entries == []'

# No journal, and one that isn't for everybody.
expect 1 "$ROCECTL" history --directory "$work/none"
says "ENOENT"
mkdir "$work/empty"
expect 1 "$ROCECTL" history --directory "$work/empty"
says "no file of it is in that folder"
expect 1 "$ROCECTL" history --file "$work/export"
says "is it a journal"
chmod 755 "$work" "$journal"
chmod 640 "$journal/system.journal"
as_nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all "$@"; }
expect 1 as_nobody "$ROCECTL" history --directory "$journal"
says "isn't readable by you"
says "systemd-journal"
expect 1 as_nobody "$ROCECTL" history --file "$journal/system.journal"
says "EACCES"
cp "$journal/system.journal" "$journal/system@1.journal"
chmod 644 "$journal/system.journal"
chmod 600 "$journal/system@1.journal"
expect 0 as_nobody "$ROCECTL" history --directory "$journal"
says "not all of the journal is readable by you (1 of its files can't be)"
prints "7 entries"

# One that is damaged: told, the rest is shown; one that was cut off is none.
for field in ROCED_STATE=held ROCED_WAS=1500; do
  cp "$journal/system@1.journal" "$work/damaged.journal"
  at=$(grep -abo -m1 -- "$field" "$work/damaged.journal" | head -n 1 | cut -d: -f1)
  head -c 50 /dev/zero | tr '\0' '\377' | dd of="$work/damaged.journal" bs=1 seek=$((at - 60)) conv=notrunc status=none
  expect 0 "$ROCECTL" history --file "$work/damaged.journal"
  [ $field = ROCED_WAS=1500 ] || says "damaged entries of the journal were left out: 1"
  prints "the apply was reverted"
done
prints "mtu: 9000 in 3 ms"
truncate -s 5000 "$work/damaged.journal"
expect 1 "$ROCECTL" history --file "$work/damaged.journal"
says "is it a journal"
finish
