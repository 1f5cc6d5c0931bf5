# shellcheck shell=bash disable=SC1091
# The power is cut in the middle of an apply on trial, right after the store was written anew and before its folder was synced.
. /root/tests/suites/faults/rails.sh

echo "options roce_testnic nics=2" > /etc/modprobe.d/testnic.conf
echo roce_testnic > /etc/modules-load.d/testnic.conf
rails
write_profile observe
check "roced is enabled" systemctl enable --now roced
sync
check "stopped in the middle of an apply on trial" stopped_at fsync 6 apply --confirm 5
check "the first rail is written, the second isn't" sh -c "grep -qx 9000 /sys/class/net/rt0/mtu && grep -qx 1500 /sys/class/net/rt1/mtu"
summary || exit
trap - EXIT
echo b > /proc/sysrq-trigger
sleep infinity
