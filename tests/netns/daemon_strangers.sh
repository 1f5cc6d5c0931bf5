# News of interfaces that no group means: of what is known already, nothing is looked for; what is new may be a NIC of the profile.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails
ip link add other type veth peer name far2
ip link set other up
write_profile enforce
start_roced "$profile" || exit 1
last_check() { dbus-send --system --print-reply=literal --dest=org.roced.Node1 /org/roced/Node1 \
  org.freedesktop.DBus.Properties.Get string:org.roced.Node1.Manager string:LastCheckUSec; }
sleep 1 # what the last of the links set up above has made it look for
before=$(last_check)
for _ in 1 2 3 4 5; do
  ip link set other mtu $((1400 + RANDOM % 100))
  ip link set other down
  ip link set other up
  sleep 0.3
done
[ -n "$before" ] && [ "$(last_check)" = "$before" ] || complain "the whole node is looked at for news of a stranger"
ip link add stranger type veth peer name far3
sees_more() { [ "$(last_check)" != "$before" ]; }
within 5 sees_more || complain "a new interface is passed over"
before=$(last_check)
ip link set stranger name newcomer
within 5 sees_more || complain "a new name is passed over"
stop_roced
finish
