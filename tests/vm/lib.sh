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
