# shellcheck shell=bash
# A part of testnic.sh: what is chosen when the module is loaded. It starts with no module or another one, and leaves one.
# shellcheck disable=SC2154 # rt0 and tc: testnic.sh sets them

reload() { rmmod roce_testnic && modprobe roce_testnic nics=2 "$@"; }
debug=/sys/kernel/debug config=/sys/kernel/config
mountpoint -q $debug || mount -t debugfs none $debug
check "an unknown way is refused" fails reload ecn_way=magic
check "DCQCN as mlx5 has it" modprobe roce_testnic nics=2 ecn_way=mlx5
check "no ecn/" fails test -e "$rt0/ecn"
cc=$debug/mlx5/roce_testnic.0/cc_params
expect "20 files of mode 600" "20 600" sh -c "stat -c %a $cc/* | uniq -c | xargs"
expect "a default" 1019 value $cc/rp_dce_tcp_g
check "any base is taken" put $cc/rp_time_reset 0x40
expect "and reads back decimal" 64 value $cc/rp_time_reset
check "junk is refused" fails put $cc/rp_time_reset fast
check "so are 12 bytes" fails put $cc/rp_time_reset 00000000100
check "a value too large for its register" put $cc/np_cnp_dscp 65
expect "wraps" 1 value $cc/np_cnp_dscp
check "a priority for CNPs" put $cc/np_cnp_prio 5
expect "is used" "5 0" sh -c "cd $cc; echo \$(cat np_cnp_prio np_cnp_prio_mode)"
fault rt0:rp_gd:5
check "a fault is told" fails put $cc/rp_gd 10
echo roce_testnic.1 > /sys/bus/roce_testbus/drivers/roce_testnic/unbind
check "a NIC takes its files with it" fails test -e $debug/mlx5/roce_testnic.1

check "DCQCN as the kernel's bnxt_re has it" reload ecn_way=bnxt-debugfs
check "mlx5's is gone" fails test -e $debug/mlx5
cc=$debug/bnxt_re/roce_testnic.1/cc_config
expect "14 files of mode 400" "14 400" sh -c "stat -c %a $cc/* | uniq -c | xargs"
check "a value" put $cc/tos_dscp 0x1b
expect "reads back decimal" 27 value $cc/tos_dscp
fault rt1:tos_dscp:5
check "a fault isn't told" put $cc/tos_dscp 30
expect "and nothing changes" 27 value $cc/tos_dscp
check "tx_queue isn't readable" fails value $cc/tx_queue
check "nor writable" fails put $cc/tx_queue 1

check "DCQCN as Broadcom's bnxt_re has it" reload ecn_way=bnxt-configfs traffic_class=N
mountpoint -q $config || mount -t configfs none $config
cc=$config/bnxt_re/rxe0/ports/1/cc card=$debug/roce_testnic/rxe0
check "no folder without a device" fails mkdir $config/bnxt_re/rxe0
check "fakeib0 has none" fails mkdir $config/bnxt_re/fakeib0
rdma link add rxe0 type rxe netdev rt0
check "no traffic class" fails test -e "$tc"
check "a device's folder" mkdir $config/bnxt_re/rxe0
expect "has 18 files" 18 sh -c "ls $cc | wc -l"
expect "in hexadecimal" 0x1a value $cc/roce_dscp
check "hexadecimal goes in" put $cc/roce_dscp 22
check "more than the register takes is refused" fails put $cc/roce_dscp 40
expect "what is staged reads back" 0x22 value $cc/roce_dscp
expect "the card has the old one" 26 value $card/roce_dscp
check "apply" put $cc/apply 0x1
expect "the card has it" 34 value $card/roce_dscp
fault rt0:apply:5,rt0:g:0
check "a fault of apply" fails put $cc/apply 1
check "a file ignored" put $cc/g 9
expect "keeps its value" 0x8 value $cc/g
check "the folder doesn't hold the device" rdma link delete rxe0
check "without it, reading fails" fails value $cc/roce_dscp
check "so does writing" fails put $cc/roce_dscp 22
check "a module in use stays" fails rmmod roce_testnic
rdma link add rxe0 type rxe netdev rt0
expect "a new device, the card's own values" "0x1a 26" sh -c "echo \$(cat $cc/roce_dscp $card/roce_dscp)"
check "the folder goes" rmdir $config/bnxt_re/rxe0
check "no way to DCQCN" reload ecn_way=none apptrust=Y
check "none is there" absent "$rt0/ecn" $debug/mlx5 $debug/bnxt_re $debug/roce_testnic $config/bnxt_re
if [[ $(uname -r) != 6.1.* ]]; then # older kernels and their dcb know no such table
  trust() { dcb apptrust show dev rt0 | xargs; }
  check "trust DSCP, then PCP" dcb apptrust set dev rt0 order dscp pcp
  expect "reads back" "order: dscp pcp" trust
  dcb apptrust set dev rt0 order pcp dscp
  expect "not the other way round" "order: dscp pcp" trust
  fault rt0:apptrust:0
  dcb apptrust set dev rt0 order pcp
  expect "a fault: nothing changes" "order: dscp pcp" trust
fi
