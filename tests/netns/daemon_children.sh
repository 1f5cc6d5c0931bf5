# 8 rails with 256 macvlan children each: what the daemon holds, and how soon it repairs among them.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails
for i in 2 3 4 5 6 7; do
  ip link add rail$i type veth peer name far$i
  ip link set rail$i up
  ip link set far$i up
done
for i in $(seq 0 2047); do echo "link add pod$i link rail$((i % 8)) type macvlan mode bridge"; done >"$work/pods"
ip -batch "$work/pods" || skip "2048 macvlans can't be made here"
write_profile enforce
sed -i '/^mode/a [repair]\nlimit = 1000
        s/^count = 2/count = 8/
        /^mtu/a children = "report"' "$profile"
start_roced "$profile" 2>"$work/journal" || exit 1
within 10 has_mtu rail7 9000 || complain "not converged"
tells "and 252 more" || complain "the 256 children below their parent aren't counted"
for _ in 1 2 3 4 5; do
  ip link set rail0 mtu 1400
  within 10 has_mtu rail0 9000 || complain "not repaired"
done
held=$(awk '/^VmRSS/ { print $2 }' "/proc/$roced_pid/status")
echo "it holds $held KiB"
[ "$held" -lt 16384 ] || complain "it holds $held KiB, more than 16 MiB"
sed -En 's/.*mtu was 1400.* repaired to 9000 in ([0-9]+) µs$/\1/p; s/.*mtu was 1400.* repaired to 9000 in ([0-9]+) ms$/\1000/p' "$work/journal" |
  sort -n >"$work/out"
median=$(sed -n 3p "$work/out")
echo "an MTU is repaired in $median µs"
[ "${median:-1000000}" -lt 200000 ] || complain "an MTU among the children is repaired in $median µs: it waits for them"
stop_roced
finish
