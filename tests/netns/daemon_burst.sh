# Drifts one right after another: each is repaired at once, none waits for a timer.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails
write_profile enforce
sed -i '/^mode/a [repair]\nlimit = 1000' "$profile"
start_roced "$profile" 2>"$work/journal" || exit 1
for _ in $(seq 20); do
  ip link set rail0 mtu 1500
  ip link set rail1 mtu 1500
  within 3 has_mtu rail0 9000 || complain "rail0 isn't repaired"
  within 3 has_mtu rail1 9000 || complain "rail1 isn't repaired"
done
# What a repair took, from its news to its read-back, in µs.
sed -En 's/.*repaired to 9000 in ([0-9]+) µs$/\1/p; s/.*repaired to 9000 in ([0-9]+) ms$/\1000/p' "$work/journal" | sort -n >"$work/out"
count=$(wc -l <"$work/out")
median=$(sed -n "$(((count + 1) / 2))p" "$work/out")
echo "$count repairs, the median in $median µs"
[ "$count" -ge 40 ] || complain "only $count repairs are told"
[ "$median" -lt 15000 ] || complain "a repair takes $median µs: it waits for something"
stop_roced
finish
