# shellcheck shell=bash disable=SC1091
# A whole check of 8 NICs that have everything, against the same readings by shell commands and by bare system calls.
. /root/tests/lib.sh

modprobe roce_testnic nics=8
modprobe rdma_cm
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
nics=()
for i in 0 1 2 3 4 5 6 7; do
  ip link set rt$i up
  rdma link add rxe$i type rxe netdev rt$i
  mkdir -p /sys/kernel/config/rdma_cm/rxe$i
  nics+=(rt$i)
done
/usr/libexec/roced-tests/bench "${nics[@]}" 2>&1 | tee /tmp/bench
# "a check of 8 NICs, N settings: A times faster ..., B times the bare system calls"
read -r settings faster bare < <(sed -En 's/^a check of 8 NICs, ([0-9]+) settings: ([0-9]+) times faster .*, ([0-9.]+) times the bare.*/\1 \2 \3/p' /tmp/bench)
check "nearly all settings are among them ($settings)" test "$settings" -ge 350
check "100 times faster than the shell ($faster)" test "$faster" -ge 100
check "at most 1.5 times the bare system calls ($bare)" awk "BEGIN { exit !($bare <= 1.5) }"
