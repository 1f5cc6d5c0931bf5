# The manual pages name what there is: the catalogue's settings and their values, rocectl's verbs and options, the
# members on D-Bus.
. "$(dirname "$0")/lib.sh"
command -v man >/dev/null || skip "man isn't here"
[ -x "${ROCED:-}" ] || { echo "no program: ${ROCED:-roced}"; exit 1; }
pages=$SOURCE/packaging/man built=${MANUAL:?the folder of the built pages}

# page NAME: its text on one line, without hyphenation, into $work/out; warnings into $work/err.
page() {
  local file=$pages/$1
  [ -e "$file" ] || file=$built/$1
  LC_ALL=C.UTF-8 MANWIDTH=20000 man --warnings -P cat --no-hyphenation --no-justification -l "$file" \
    2>"$work/err" | sed 's/[“”]/"/g; s/[‐−]/-/g' | tr -s ' \n' ' ' >"$work/out"
  silent
}

page roced.profile.5
while IFS=$'\t' read -r name values; do
  grep -qF -- " $name $values." "$work/out" || complain "roced.profile(5) lacks: $name $values"
done < <("$ROCECTL" explain --json | jq -r '.[] | [.name, .values] | @tsv')
for key in schema extends mode every disruptive idle_for limit within early wait match count optional unset \
  ifname pci rdma_device vendor device driver kind link_layer priority dscp cnp_priority cnp_dscp; do
  prints "$key"
done

page rocectl.1
words() { "$ROCECTL" "$@" --help | sed -n '/^Verbs:/,/^Exit/s/^  \([a-z]*\) .*/\1/p'; }
options() { "$ROCECTL" "$@" --help | grep -oE -- '--[a-z-]+' | sort -u; }
for verb in $(words) ; do
  for option in $(options "$verb"); do prints "$option"; done
  inner=$(words "$verb")
  [ -n "$inner" ] || grep -qE -- " VERBS.* $verb (\[|[A-Z])" "$work/out" || complain "rocectl(1) lacks the verb $verb"
  for word in $inner; do prints "$verb $word ["; done
done
[ "$(words | wc -l)" -ge 7 ] || complain "rocectl --help lists no verbs"

page roced.8
for option in $("$ROCED" --help | grep -oE -- '--[a-z-]+' | sort -u); do prints "$option"; done
for id in $(grep -oE '^-- [0-9a-f]{32}' "$SOURCE/units/roced.catalog" | cut -c4-); do prints "$id"; done

page org.roced.Node1.5
members=$(grep -ohE 'SD_BUS_(PROPERTY|METHOD_WITH_ARGS|SIGNAL_WITH_ARGS)\("[A-Za-z]+"' "$SOURCE"/agent/bus/*.cpp |
  sed 's/.*"\(.*\)"/\1/')
[ -n "$members" ] || complain "no members found in agent/bus"
for member in $members; do grep -qE "\b$member[ (]" "$work/out" || complain "org.roced.Node1(5) lacks $member"; done
for error in $(grep -ohE 'org\.roced\.Node1\.Error\.[A-Za-z]+' "$SOURCE"/agent/bus/*.hpp); do prints "$error"; done
finish
