# What these scripts share. ROCED and ROCECTL are the programs under test, SOURCE is the source tree.
set -u
: "${ROCECTL:?the path of rocectl}" "${SOURCE:?the source tree}"
work=$(mktemp -d)
. "$(dirname "${BASH_SOURCE[0]}")/bus.sh"
trap 'stop_daemons; rm -rf "$work"' EXIT
wrong=0
[ -x "$ROCECTL" ] || { echo "no program: $ROCECTL"; exit 1; }
command -v jq >/dev/null || { echo "skipped: jq isn't here"; exit 77; }

skip() {
  echo "skipped: $*"
  exit 77
}

# Begins the script anew in a network and a mount namespace of its own.
own_namespaces() {
  [ -n "${IN_OWN_NAMESPACES:-}" ] && return
  [ "$(id -u)" = 0 ] || skip "network namespaces need root"
  unshare -n -m true 2>"$work/why" || skip "no namespaces here: $(cat "$work/why")"
  rm -rf "$work"
  IN_OWN_NAMESPACES=1 exec unshare -n -m bash "$0"
}

complain() {
  wrong=$((wrong + 1))
  echo "WRONG (line ${BASH_LINENO[-2]}): $*"
  echo "--- output"; cat "$work/out"
  echo "--- errors"; cat "$work/err"
}

# expect CODE COMMAND...: runs it; its exit code must be CODE. What it said is there for the next four.
expect() {
  local code=$1 got=0
  shift
  "$@" >"$work/out" 2>"$work/err" </dev/null || got=$?
  [ "$got" = "$code" ] || complain "exit code $got, not $code: $*"
}
prints() { grep -qF -- "$1" "$work/out" || complain "doesn't print: $1"; }
prints_not() { ! grep -qF -- "$1" "$work/out" || complain "prints: $1"; }
says() { grep -qF -- "$1" "$work/err" || complain "doesn't say on standard error: $1"; }
silent() { [ ! -s "$work/err" ] || complain "says something on standard error"; }
# json FILTER: jq's filter is true of the JSON that was printed.
json() { jq -e "$1" "$work/out" >/dev/null 2>&1 || complain "not true of the JSON: $1"; }

finish() {
  [ "$wrong" = 0 ] && echo "all as it should be"
  exit $((wrong != 0))
}
