# shellcheck shell=bash disable=SC1091
# What happens around a running roced: the bus goes, NICs go in the middle of an apply, drivers are loaded anew under load, the clock
# is set, news are lost, file descriptors run out; and what it does when nothing happens.
. /root/tests/suites/faults/rails.sh

rails
write_profile enforce '[check]' 'every = "1h"' '[repair]' 'limit = 100'
check "roced starts" systemctl start roced
check "in sync" is in-sync
started=$(pid)
descriptors() { ls "/proc/$(pid)/fd" | wc -l; }

echo "== The bus is restarted"
before=$(descriptors)
systemctl restart dbus
check "the name is owned again" wait_for 20 is in-sync
expect "by the same process" "$started" pid
expect "with the same number of descriptors" "$before" descriptors
systemctl stop dbus.socket dbus.service
ip link set rt0 mtu 1500
check "without a bus, repairs go on" wait_for 10 has_mtu rt0 9000
systemctl start dbus.socket dbus.service
check "and it comes back" wait_for 20 is in-sync
check "which is told" says "on the system bus again"

echo "== Nothing happens"
wakes() { # SECONDS
  timeout --signal=INT "$1" strace -qq -e trace=epoll_wait -o /tmp/wakes -p "$(pid)" || true
  grep -c ' = [1-9]' /tmp/wakes
}
sleep 1
expect "in sync, it isn't woken in 10 s" 0 wakes 10
rocectl pause > /dev/null
ip link set rt0 mtu 1500
check "drift while paused is told" wait_for 10 tells "mtu 9000 held: 1500"
sleep 1
expect "paused with drift, it isn't woken in 10 s" 0 wakes 10
rocectl resume > /dev/null
check "resumed" has_mtu rt0 9000

echo "== A NIC goes in the middle of an apply"
ip link set rt1 mtu 1500
rocectl pause > /dev/null
for nic in rt0 rt1; do
  ip link set $nic mtu 1500
  dcb pfc set dev $nic prio-pfc all:off
done
check "stopped before the flow control of rt0 is written" stopped_at sendto 2 apply
echo roce_testnic.0 > /sys/bus/roce_testbus/drivers/roce_testnic/unbind
echo roce_testnic.1 > /sys/bus/roce_testbus/drivers/roce_testnic/unbind
kill -CONT "$(pid)"
check "both are told as gone" wait_for 20 tells "rt1 (group rails) was here and is gone"
for n in 0 1; do echo roce_testnic.$n > /sys/bus/roce_testbus/drivers/roce_testnic/bind; done
rocectl resume > /dev/null
for i in 0 1; do
  ip link set rt$i up
  rdma link add rxe$i type rxe netdev rt$i
done
check "they come back converged" wait_for 20 is in-sync
check "which is true" is_true
expect "by the same process" "$started" pid

echo "== The driver is loaded anew under load"
join_nics rt0 10.1.0.1 rt1 10.1.0.2
ping -q -i 0.002 -I 10.1.0.1 10.1.0.2 > /dev/null 2>&1 &
while sleep 0.05; do ip link set rt0 txqueuelen $((1000 + RANDOM % 9)); rocectl status; done > /dev/null 2>&1 &
for _ in 1 2 3; do
  rmmod roce_testnic
  modprobe roce_testnic nics=2
  for i in 0 1; do
    ip link set rt$i up
    rdma link add rxe$i type rxe netdev rt$i
  done
done
kill %1 %2 2> /dev/null
check "both rails are as wished" wait_for 20 is in-sync
check "which is true" is_true
expect "by the same process" "$started" pid

echo "== The clock is set"
sed -i 's/^mode.*/mode = "observe"/' /etc/roced/profile.toml
systemctl reload roced
ip link set rt0 mtu 1500
check "an apply on trial" rocectl apply --confirm 8
date -s '+1 hour' > /dev/null
sleep 1
check "an hour forwards: it isn't over" is_on_trial
check "nor gone back" has_mtu rt0 9000
date -s '-2 hours' > /dev/null
check "an hour back: it goes back in its own time" wait_for 12 has_mtu rt0 1500
date -s '+1 hour' > /dev/null
sed -i 's/^mode.*/mode = "enforce"/' /etc/roced/profile.toml
systemctl reload roced
check "converged" has_mtu rt0 9000
rocectl pause 8s > /dev/null
ip link set rt0 mtu 1500
date -s '+1 hour' > /dev/null
check_now
check "an hour forwards: a pause goes on" has_mtu rt0 1500
date -s '-2 hours' > /dev/null
check "an hour back: it ends in its own time" wait_for 12 has_mtu rt0 9000
date -s '+1 hour' > /dev/null
rocectl pause 1h > /dev/null
check "a pause's end doesn't end an apply on trial" sh -c "rocectl pause 2s; ip link set rt0 mtu 1500; rocectl apply --confirm 60; sleep 3"
check "it is there" is_on_trial
check "and kept" rocectl confirm
sed -i 's/limit = 100/limit = 2\nwithin = "1h"/' /etc/roced/profile.toml
systemctl reload roced
for _ in 1 2 3; do
  ip link set rt0 mtu 1500
  wait_for 2 has_mtu rt0 9000 > /dev/null || true
done
check "a fight is left" tells "mtu 9000 contended: 1500"
date -s '+2 hours' > /dev/null
check_now
check "also when the clock is set past its window" has_mtu rt0 1500
date -s '-2 hours' > /dev/null
sed -i 's/limit = 2/limit = 100/' /etc/roced/profile.toml
systemctl reload roced

echo "== News are lost"
for i in $(seq 2000); do echo "link set rt1 txqueuelen $((1000 + i % 7))"; done > /tmp/batch
before=$(memory)
lost() { awk -v pid="$(pid)" '$3 == pid { lost += $9 } END { print lost }' /proc/net/netlink; }
kill -STOP "$(pid)"
ip -batch /tmp/batch
ip link set rt0 mtu 1500
sysctl -q net.ipv4.conf.rt1.arp_ignore=0
echo "$(lost) news were lost"
check "the kernel had no room for all" test "$(lost)" -gt 100
kill -CONT "$(pid)"
check "what happened meanwhile is repaired" wait_for 10 has_mtu rt0 9000
check "what has no news too" wait_for 10 grep -qx 1 /proc/sys/net/ipv4/conf/rt1/arp_ignore
check "the report is true" is_true
echo "memory: $before KiB before, $(memory) KiB after"
check "memory has grown by 1 MiB at most" test "$(memory)" -le $((before + 1024))

echo "== No descriptors are left"
limit() { prlimit --pid "$(pid)" --nofile="$1:"; }
limit $(($(ls "/proc/$(pid)/fd" | sort -n | tail -n 1) + 1))
ip link set rt1 mtu 1500
check_now
rocectl status --no-pager || true
check "it is told" tells "EMFILE (Too many open files)"
check "no NIC is said to be gone" fails tells "gone"
expect "as unknown, not as unsupported" unknown of_status sysctl.arp_ignore rt1
check "a reload is refused, with why" fails systemctl reload roced
check "and the profile stays in force" tells "stays in force"
limit 1024
check "with descriptors again, it is read" systemctl reload roced
check "all is in sync" wait_for 10 is in-sync
check "which is true" is_true
expect "by the same process" "$started" pid
