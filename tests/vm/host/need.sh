# shellcheck shell=bash

# Usage: need_programs PROGRAM[:PACKAGE]...    says which Debian packages are missing, and ends the run
need_programs() {
  local each missing=()
  for each; do type -P "${each%%:*}" > /dev/null || missing+=("${each##*:}"); done
  ((${#missing[@]} == 0)) || die "missing; install with: apt-get install ${missing[*]}"
}
