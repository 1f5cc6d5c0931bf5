# The daemon on two rails, veth pairs in a namespace: what it repairs, what it says, what it leaves alone.
. "$(dirname "$0")/lib.sh"
own_namespaces
. "$SOURCE/tests/netns/rails.sh"
rails
ip link add other type veth peer name far2
for i in other far2; do ip link set $i up; done

# Observing: drift is told, nothing is written.
write_profile observe
start_roced "$profile" || exit 1
expect 2 "$ROCECTL" status
prints drifted
expect 0 call Check
[ "$(mtu rail0)" = 1500 ] || complain "an observing roced has written the MTU"
stop_roced

# Enforcing: converged, a drift by hand repaired on its event, with who made it where that can be known.
write_profile enforce
start_roced "$profile" 2>"$work/journal" || exit 1
hears_files=true
grep -qF "listen to writes to files" "$work/journal" && hears_files=false
has_mtu rail0 9000 && has_mtu rail1 9000 || complain "not converged"
has_mtu other 1500 || complain "a NIC that no group names was touched"
[ -d /sys/module/ib_core ] || tells "RDMA isn't loaded here" || complain "it isn't told that this kernel has no RDMA"
ip link set rail1 mtu 2000
within 3 has_mtu rail1 9000 || complain "the MTU isn't repaired"
arp_ignore_is() { [ "$(cat /proc/sys/net/ipv4/conf/rail0/arp_ignore)" = "$1" ]; }
if $hears_files; then
  echo 0 >/proc/sys/net/ipv4/conf/rail0/arp_ignore
  within 3 arp_ignore_is 1 || complain "arp_ignore isn't repaired when it is written"
  within 3 grep -qF "changed by bash (pid $$" "$work/journal" || complain "it isn't told who wrote arp_ignore"
else
  echo "without CAP_SYS_ADMIN for fanotify: who writes to files isn't tried"
  echo 0 >/proc/sys/net/ipv4/conf/rail0/arp_ignore
  sleep 1.1 # a check asked for within a second is the last one's answer
  expect 0 call Check
  arp_ignore_is 1 || complain "arp_ignore isn't repaired"
fi

# A broken profile at reload: said with its place, the last good one in force.
sed -i 's/mtu = 9000/mtu = 900000/' "$profile"
kill -HUP "$roced_pid"
within 3 tells "$profile:8:7" || complain "the broken profile's place isn't told"
tells "stays in force, repairs go on" || complain "it isn't told that the old profile stays in force"
ip link set rail0 mtu 1500
within 3 has_mtu rail0 9000 || complain "the last good profile isn't in force"
write_profile enforce
kill -HUP "$roced_pid"
within 3 eval '! tells "$profile:8:7"' || complain "a profile that was mended is still called broken"

# News of one NIC, however often, don't put off the check of all that has no event.
sed -i '/^mode/a [check]\nevery = "3s"' "$profile"
kill -HUP "$roced_pid"
sleep 0.5
sysctl -qw net.ipv4.conf.rail0.arp_ignore=0
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
  ip link set rail1 txqueuelen $((1000 + RANDOM % 1000))
  sleep 0.3
done
[ "$(cat /proc/sys/net/ipv4/conf/rail0/arp_ignore)" = 1 ] || complain "news of rail1 have put the check of rail0 off"
write_profile enforce
kill -HUP "$roced_pid"
"$ROCECTL" status >/dev/null # answered once the profile is read: a NIC that is renamed before it was never known

# Renamed: said, with both names; the count doesn't hold, so nothing of the group is written.
ip link set rail1 down
ip link set rail1 name east0
ip link set east0 up
within 3 tells "rail1 (group rails) is now called east0" || complain "the new name isn't told"
ip link set rail0 mtu 1500
sleep 1
has_mtu rail0 1500 || complain "a group whose count doesn't hold was written"
is failed || is drifted || complain "the state is $(state)"
ip link set east0 down
ip link set east0 name rail1
ip link set rail1 up
within 3 has_mtu rail0 9000 || complain "the group isn't taken up again when its count holds"
within 3 eval '! tells east0' || complain "a name that is right again is still called wrong"

# Vanished and back.
ip link del rail1
within 3 tells "rail1 (group rails) was here and is gone" || complain "it isn't told that rail1 is gone"
ip link add rail1 type veth peer name far1
within 3 has_mtu rail1 9000 || complain "a NIC that came back isn't converged"
within 3 eval '! tells "is gone"' || complain "a NIC that is back is still called gone"
stop_roced

# A broken profile at start: the service stays up and says so, the node is left alone.
ip link set rail0 mtu 1500
sed -i 's/count = 2/count = "two"/' "$profile"
start_roced "$profile" || exit 1
expect 2 "$ROCECTL" status
is failed || complain "the state is $(state)"
tells "$profile:7:9" || complain "the broken profile's place isn't told"
has_mtu rail0 1500 || complain "a broken profile was applied"
stop_roced

# Without privileges: each setting it may not write says so, and what to do.
write_profile enforce
if command -v setpriv >/dev/null; then
  chmod 755 "$work"
  mkdir -p "$work/state"
  chown 65534 "$work/state"
  start_roced "$profile" setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all || exit 1
  expect 2 "$ROCECTL" status
  prints EPERM
  prints "without CAP_NET_ADMIN"
  has_mtu rail0 1500 || complain "how was the MTU written?"
  stop_roced
fi
finish
