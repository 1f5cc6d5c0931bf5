# A storm of ten thousand changes of links: what it costs the daemon, and that nothing is missed in it.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails
ip link add other type veth peer name far2
write_profile enforce
start_roced "$profile" 2>"$work/journal" || exit 1
has_mtu rail0 9000 || complain "not converged"

memory() { awk '/VmRSS/ { print $2 }' "/proc/$roced_pid/status"; }                                       # KiB
cpu() { awk -v hz="$(getconf CLK_TCK)" '{ print ($14 + $15) * 1000 / hz }' "/proc/$roced_pid/stat"; } # ms
for i in $(seq 2500); do
  echo "link set rail0 txqueuelen $((1000 + i % 7))"
  echo "link set other txqueuelen $((1000 + i % 7))"
done >"$work/half"
memory_before=$(memory) cpu_before=$(cpu) began=$(date +%s%N)
ip -batch "$work/half"
ip link set rail1 mtu 2000
ip -batch "$work/half"
took=$((($(date +%s%N) - began) / 1000000))
within 3 has_mtu rail1 9000 || complain "what drifted in the storm isn't repaired"
used=$(($(cpu) - cpu_before)) grown=$(($(memory) - memory_before))
echo "10000 changes of links in $took ms: $used ms of CPU time, memory from $memory_before KiB to $(memory) KiB"
[ $used -le 1000 ] || complain "it took $used ms of CPU time"
[ $grown -le 1024 ] || complain "memory has grown by $grown KiB"
expect 0 call Check
[ "$("$ROCECTL" status --json | jq -c '[.nics[].settings[] | select(.name == "mtu") | .state]')" = '["in-sync","in-sync"]' ] ||
  complain "the report isn't true: $("$ROCECTL" status --json | jq -c .nics)"
finish
