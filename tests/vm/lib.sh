# shellcheck shell=bash
# Small helpers for test scripts in the guest: . /root/tests/lib.sh
# At the script's end, a summary is printed; the exit status is 1 if a check failed.

checks=0 failures=0

# Usage: check NAME COMMAND...    the command must succeed; what it prints is shown if it doesn't
check() {
  local name=$1 output
  shift
  checks=$((checks + 1))
  if output=$("$@" 2>&1); then
    echo "ok $name"
  else
    echo "FAILED $name: $* (status $?)"
    failures=$((failures + 1))
    [[ -z $output ]] || sed 's/^/    /' <<< "$output"
  fi
}

# Usage: expect NAME WANTED COMMAND...    the command must print exactly WANTED (a trailing newline apart)
expect() {
  local name=$1 wanted=$2 got
  shift 2
  checks=$((checks + 1))
  got=$("$@" 2>&1) || true
  if [[ $got == "$wanted" ]]; then
    echo "ok $name"
  else
    echo "FAILED $name: $*"
    failures=$((failures + 1))
    sed 's/^/    wanted: /' <<< "$wanted"
    sed 's/^/    got:    /' <<< "$got"
  fi
}

# Usage: fails COMMAND...    for use with check: the command must not succeed
fails() { ! "$@"; }

# Usage: wait_for SECONDS COMMAND...    until it succeeds; fails with its last output when the time is over
wait_for() {
  local end=$((SECONDS + $1)) output
  shift
  until output=$("$@" 2>&1); do
    ((SECONDS < end)) || { echo "$output"; return 1; }
    sleep 0.2
  done
}

# Usage: of_status SETTING [NIC]    its state in the daemon's report; NIC: rt0
of_status() { rocectl status --json | jq -r ".nics[] | select(.name == \"${2:-rt0}\").settings[] | select(.name == \"$1\") | .state"; }

# A check asked for within a second is the last one's answer.
check_now() { sleep 1.1; busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager Check > /dev/null; }

# Usage: repaired WHAT BREAK TEST    TEST holds; after BREAK by hand roced hears of it, or is asked to look, says that it has
# repaired something, and TEST holds again. What BREAK says of itself doesn't count: bookworm's dcb can't be trusted there.
repairs() { journalctl -u roced -o cat --no-pager | grep -c 'repaired to'; }
repaired() {
  local before
  check "$1 holds" sh -c "$3"
  before=$(repairs)
  sh -c "$2" || true
  check_now
  check "$1 is repaired" wait_for 10 sh -c "[ \$(journalctl -u roced -o cat --no-pager | grep -c 'repaired to') -gt $before ] && { $3; }"
}

# Reboots the guest. The run goes on with its next script.
reboot_guest() {
  trap - EXIT
  summary || exit
  systemctl reboot
  sleep infinity
}

summary() {
  echo "$checks checks, $failures failed"
  ((failures == 0))
}
trap 'summary || exit 1' EXIT

# Usage: join_nics NIC ADDRESS NIC ADDRESS    two NICs of this guest at one cable: what one address sends to the other takes
# the cable, though both are local
join_nics() {
  local table=$((RANDOM % 1000 + 1000))
  ip rule show | grep -q '^200:.*lookup local' || { ip rule add pref 200 lookup local; ip rule delete pref 0; }
  join_one "$1" "$2" "$4" $table
  join_one "$3" "$4" "$2" $((table + 1000))
}

join_one() { # NIC ADDRESS OTHER_ADDRESS TABLE
  ip address add "$2/24" dev "$1"
  ip link set "$1" up
  sysctl -q "net.ipv4.conf.$1.accept_local=1" "net.ipv4.conf.$1.rp_filter=0" "net.ipv4.conf.$1.arp_ignore=1" net.ipv4.conf.all.rp_filter=0
  ip route add "$3" dev "$1" src "$2" table "$4"
  ip rule add pref 100 iif lo to "$3" lookup "$4"
}

# Usage: meet NAME    with --nodes 2: both scripts wait for each other here
meet() {
  if [[ $HOSTNAME == node1 ]]; then
    echo "$1" | timeout 300 busybox nc -l -p 7700 > /dev/null
  else
    wait_for 300 sh -c "busybox nc node1 7700 < /dev/null | grep -qx '$1'"
  fi
}
