#!/bin/bash
# The test module itself, and what the other suites rely on: soft RoCE, RDMA namespaces.
. /root/tests/lib.sh

module=/sys/module/roce_testnic/parameters
rt0=/sys/class/net/rt0

value() { cat "$1"; }
put() { echo "$2" > "$1"; }
put_all() { local file; for file in "${@:2}"; do echo "$1" > "$file" || return; done; }
fault() { echo "$1" > $module/fault; }
mtu() { cat "/sys/class/net/$1/mtu"; }
dcb_of() { dcb --json "$1" show dev rt0 | jq -c "$2"; }
absent() { local each; for each; do [[ ! -e $each ]] || { echo "$each"; return 1; }; done; } # also a pattern without a match
driver_of() { basename "$(readlink -f "/sys/class/net/$1/device/driver")"; }
links() { rdma --json link | jq -r ".[] | select(.ifname == \"$1\") | .$2"; }

# loading
check "loads" modprobe roce_testnic nics=4
check "unloads" rmmod roce_testnic
check "loads again" modprobe roce_testnic nics=4
expect "four NICs" "rt0 rt1 rt2 rt3" sh -c "cd /sys/class/net; echo rt*"
expect "driver" roce_testnic driver_of rt0
expect "MAC" 02:72:74:00:00:03 value /sys/class/net/rt3/address
for nic in rt0 rt1; do ip link set $nic up; done

# MTU
check "MTU 9000" ip link set rt0 mtu 9000
check "MTU 67 is refused" fails ip link set rt0 mtu 67
check "MTU 9979 is refused" fails ip link set rt0 mtu 9979
expect "MTU" 9000 mtu rt0
ip link set rt1 mtu 9000

# DCB
pfc_of_rt0() { dcb_of pfc '[.prio_pfc | to_entries[] | select(.value) | .key]'; }
# Bookworm's dcb once answered "Protocol error" though all was written.
check "PFC" wait_for 5 dcb pfc set dev rt0 prio-pfc all:off 3:on delay 12
expect "PFC reads back" '[3]' pfc_of_rt0
expect "its delay" 12 dcb_of pfc .delay
check "ETS" dcb ets set dev rt0 tc-tsa all:strict 0:ets 3:ets tc-bw all:0 0:40 3:60 prio-tc 0:0 1:1
expect "ETS reads back; strict ones with 100" '[40,100,100,60,100,100,100,100]' dcb_of ets .tc_bw
check "ETS of 90 % is refused" fails dcb ets set dev rt0 tc-bw all:0 0:30 3:60
check "DSCP map" dcb app add dev rt0 dscp-prio 26:3
expect "the first DSCP entry turns trust" dscp value $rt0/qos/trust
check "a second priority for it" dcb app add dev rt0 dscp-prio 26:4
expect "it replaces the first" '[[26,4]]' dcb_of app '.dscp_prio | map(.[0:2])'
check "removing it with the wrong priority fails" fails dcb app del dev rt0 dscp-prio 26:3
check "a DSCP over 63 is refused" fails dcb app add dev rt0 dscp-prio 64:3
check "a UDP port" dcb app add dev rt0 dgram-port-prio 4791:3
check "removing the DSCP entry" dcb app del dev rt0 dscp-prio 26:4
expect "turns trust back" pcp value $rt0/qos/trust
expect "the UDP port stays" '[[4791,3]]' dcb_of app '.dgram_port_prio | map(.[0:2])'
check "buffers" dcb buffer set dev rt0 prio-buffer all:0 3:1 buffer-size 0:20000 1:40000
expect "buffers in cells" '[[0,0,0,1,0,0,0,0],19968,39936,262144]' \
  dcb_of buffer '[.prio_buffer, .buffer_size[0], .buffer_size[1], .total_size]'
check "rates" put $rt0/qos/maxrate "1000000, 123456 0 256000000 0 0 0 0"
expect "rates in the card's units" "1000000 100000 0 0 0 0 0 0 " value $rt0/qos/maxrate
expect "the same over dcbnl" '[1000000,100000]' dcb_of maxrate '.tc_maxrate[0:2]'
check "DCBX" dcb dcbx set dev rt0 host ieee
expect "DCBX reads back" '["host","ieee"]' dcb_of dcbx 'to_entries | map(select(.value) | .key)'

# what the other end says of PFC: no program shows it
peer_pfc() {
  perl -MSocket -e 'sub find { my ($in, $wanted) = @_;
      while (length $in >= 4) { my ($length, $type) = unpack "SS", $in;
        return substr $in, 4, $length - 4 if ($type & 0x3fff) == $wanted;
        $in = substr $in, ($length + 3) & ~3 }
      "" }
    socket S, 16, SOCK_RAW, 0; # NETLINK_ROUTE: RTM_GETDCB, IEEE_GET, IFNAME; the answer: IEEE, PEER_PFC
    send S, pack("LSSLL CCS SSa4", 28, 78, 1, 1, 0, 0, 21, 0, 8, 1, "rt0"), 0;
    recv S, $got, 65536, 0;
    $pfc = find(find(substr($got, 20), 13), 5);
    print length $pfc ? unpack "xC", $pfc : "none"'
}
expect "no word of a peer's PFC" none peer_pfc
put $module/peer_pfc 24
expect "a peer's PFC" 24 peer_pfc
put $module/peer_pfc -1
expect "it's silent again" none peer_pfc

# global pause, while PFC is on for priority 3
pause() { ethtool -a rt0 | awk '/^[RT]X:/ { print $2 }' | xargs; }
expect "pause is on after loading" "on on" pause
check "pause off" ethtool -A rt0 rx off tx off
expect "reads back" "off off" pause
check "pause with PFC is refused" fails ethtool -A rt0 rx on
dcb pfc set dev rt0 prio-pfc all:off
check "pause without PFC" ethtool -A rt0 rx on
fault rt0:pause:0
check "pause ignored" ethtool -A rt0 tx on
expect "it is rx only" "on off" pause
fault ""
dcb pfc set dev rt0 prio-pfc 3:on

# MLNX_OFED's files
expect "the enable files are 1" 1 sh -c "cat $rt0/ecn/roce_?p/enable/? | sort -u"
put $rt0/ecn/roce_rp/enable/3 0
expect "RP is per priority" "1 0 1" sh -c "cd $rt0/ecn/roce_rp/enable; echo \$(cat 2 3 4)"
put $rt0/ecn/roce_np/enable/3 0
expect "NP is one switch" 0 sh -c "cat $rt0/ecn/roce_np/enable/? | sort -u"
put $module/np_portwide N
put $rt0/ecn/roce_np/enable/3 1
expect "or not" "0 1 0" sh -c "cd $rt0/ecn/roce_np/enable; echo \$(cat 2 3 4)"
put $module/np_portwide Y
check "all DCQCN files take a number" put_all 1 $rt0/ecn/roce_np/[cm]* $rt0/ecn/roce_rp/[cdir]*_*
expect "there are 19" 19 sh -c "cat $rt0/ecn/roce_*/*_* | grep -c '^1\$'"
check "junk is taken" put $rt0/ecn/roce_rp/rpg_ai_rate fast
expect "as 0" 0 value $rt0/ecn/roce_rp/rpg_ai_rate
check "too much is taken" put $rt0/ecn/roce_np/cnp_dscp 65
expect "and wraps" 1 value $rt0/ecn/roce_np/cnp_dscp
check "prio2buffer takes eight" put $rt0/qos/prio2buffer 0,0,0,2,0,0,0,0
expect "prio2buffer is a table" $'3\t\t2' sed -n 5p $rt0/qos/prio2buffer
expect "buffer_size is a table" "Spare buffer size = 202240" sed -n 2p $rt0/qos/buffer_size
check "trust by file" put $rt0/qos/trust dscp
expect "stall prevention" default value $rt0/settings/pfc_stall_prevention
check "stall prevention by file" put $rt0/settings/pfc_stall_prevention auto
expect "reads back" auto value $rt0/settings/pfc_stall_prevention
check "junk is refused" fails put $rt0/settings/pfc_stall_prevention 1

# faults
fault "rt0:pfc:5,*:ecn:0,rt0:cnp_dscp:22,rt1:mtu:16"
dcb pfc set dev rt0 prio-pfc 4:on # bookworm's dcb can't be trusted to say that this failed
expect "a fault: PFC" '[3]' pfc_of_rt0
check "not on another NIC" dcb pfc set dev rt1 prio-pfc 4:on
check "silently ignored" put $rt0/ecn/roce_np/enable/0 1
expect "nothing changed" 0 value $rt0/ecn/roce_np/enable/0
check "a file by its name" fails put $rt0/ecn/roce_np/cnp_dscp 30
check "MTU" fails ip link set rt1 mtu 1500
check "junk is refused" fails fault "rt0:pfc"
fault ""
check "cleared" dcb pfc set dev rt0 prio-pfc 4:on
expect "and set" '[3,4]' pfc_of_rt0

# DCB in the firmware's hands
put $module/fw_dcbx Y
expect "DCBX says so" '["lld_managed","ieee"]' dcb_of dcbx 'to_entries | map(select(.value) | .key)'
dcb pfc set dev rt0 prio-pfc 5:on
expect "PFC is refused" '[3,4]' pfc_of_rt0
check "APP is refused" fails dcb app add dev rt0 dscp-prio 10:1
check "DCBX is refused" fails dcb dcbx set dev rt0 host ieee
put $module/fw_dcbx N

# the carrier goes when PFC changes
put $module/pfc_flap_ms 2000
dcb pfc set dev rt0 prio-pfc 6:on
expect "the carrier goes" 0 value $rt0/carrier
check "and comes back" wait_for 10 grep -q 1 $rt0/carrier
put $module/pfc_flap_ms 0

# soft RoCE over the cable between rt0 and rt1
join_nics rt0 10.1.0.1 rt1 10.1.0.2
check "ping over the cable" ping -q -c 2 -W 5 -M "do" -s 8972 -I 10.1.0.1 10.1.0.2
check "rxe0" rdma link add rxe0 type rxe netdev rt0
check "rxe1" rdma link add rxe1 type rxe netdev rt1
expect "rxe0's netdev" rt0 links rxe0 netdev
check "rxe0 is active" sh -c "ibv_devinfo -d rxe0 | grep -q PORT_ACTIVE"
check "its GID" wait_for 5 grep -rq ffff:0a01:0001 /sys/class/infiniband/rxe0/ports/1/gids
ib_write_bw -d rxe1 -x 1 -n 200 -s 4096 > /tmp/server 2>&1 &
check "RDMA writes over the cable" wait_for 60 ib_write_bw -d rxe0 -x 1 -n 200 -s 4096 10.1.0.2
check "rt0 carried it" test "$(value $rt0/statistics/tx_packets)" -ge 200
kill %1 2> /dev/null
wait

# a traffic class for all of an RDMA device
tc=/sys/class/infiniband/rxe0/tc/1/traffic_class
expect "not set: empty" "" value $tc
check "a traffic class" put $tc 106
expect "reads back" "Global tclass=106" value $tc
check "256 is refused" fails put $tc 256
check "unset" put $tc -1
expect "empty again" "" value $tc
fault rt0:traffic_class:0
check "ignored" put $tc 106
expect "still empty" "" value $tc
fault ""
check "fakeib0 has none" fails test -e /sys/class/infiniband/fakeib0/tc

# virtual functions
pf=$rt0/device
vf() { ip --json link show rt0 | jq -c ".[0].vfinfo_list[0] | $1"; }
expect "at most 8" 8 value $pf/sriov_totalvfs
check "9 are refused" fails put $pf/sriov_numvfs 9
check "junk is refused" fails put $pf/sriov_numvfs all
check "two" put $pf/sriov_numvfs 2
expect "are counted" 2 value $pf/sriov_numvfs
check "the same again" put $pf/sriov_numvfs 2
check "another number is refused" fails put $pf/sriov_numvfs 3
expect "their netdevs" "rt0v0 rt0v1" sh -c "cd /sys/class/net; echo rt0v*"
expect "their driver" roce_testvf driver_of rt0v1
expect "the links" "roce_testvf.0.1 roce_testnic.0" sh -c "cd $pf; basename -a \$(readlink virtfn1 virtfn1/physfn) | xargs"
check "no DCQCN" fails test -e /sys/class/net/rt0v0/ecn
expect "not trusted" false vf .trust
check "trust, rates, spoof check" ip link set rt0 vf 0 trust on min_tx_rate 100 max_tx_rate 1000 spoofchk on
check "a MAC and a state" ip link set rt0 vf 0 mac 02:00:00:00:00:07 state enable
expect "read back" '[true,100,1000,true,"02:00:00:00:00:07","enable"]' \
  vf '[.trust, .rate.min_tx, .rate.max_tx, .spoofchk, .address, .link_state]'
check "more at least than at most is refused" fails ip link set rt0 vf 0 min_tx_rate 2000 max_tx_rate 1000
check "there is no third" fails ip link set rt0 vf 2 trust on
fault rt0:vf_trust:0,rt0:vf_rate:5,rt0:sriov_numvfs:12
check "trust ignored" ip link set rt0 vf 0 trust off
expect "it stays" true vf .trust
check "a rate fails" fails ip link set rt0 vf 0 min_tx_rate 0 max_tx_rate 0
check "no memory" fails put $pf/sriov_numvfs 0
fault ""
check "none" put $pf/sriov_numvfs 0
check "they are gone" absent /sys/class/net/rt0v* $pf/virtfn*
check "anew" put $pf/sriov_numvfs 1
expect "they are as new" false vf .trust
put /sys/class/net/rt1/device/sriov_numvfs 8

# a NIC goes and comes back
echo roce_testnic.1 > /sys/bus/roce_testbus/drivers/roce_testnic/unbind
check "unbound: rt1 is gone" fails test -e /sys/class/net/rt1
check "its virtual functions too" absent /sys/class/net/rt1v* /sys/bus/roce_testbus/devices/roce_testvf.1.*
check "its rxe too" wait_for 5 fails test -e /sys/class/infiniband/rxe1
check "rt0 sends to nobody" fails ping -q -c 1 -W 1 -I 10.1.0.1 10.1.0.2
echo roce_testnic.1 > /sys/bus/roce_testbus/drivers/roce_testnic/bind
expect "bound: rt1 is back, as new" 1500 mtu rt1

# a NIC in another network namespace keeps its files
ip netns add away
ip link set rt3 netns away
expect "its files follow" 48 ip netns exec away cat /sys/class/net/rt3/ecn/roce_np/cnp_dscp
check "the RDMA mode can't change now" fails rdma system set netns exclusive
ip netns delete away
check "it comes back" wait_for 5 test -e /sys/class/net/rt3

# an InfiniBand port
expect "fakeib0's link layer" InfiniBand value /sys/class/infiniband/fakeib0/ports/1/link_layer
expect "its state" ACTIVE links fakeib0 state
check "programs can open it" sh -c "ibv_devinfo -d fakeib0 | grep -q 'link_layer:.*InfiniBand'"

# RDMA network namespaces
exclusive() { rdma system set netns exclusive; }
check "exclusive" wait_for 30 exclusive
expect "exclusive reads back" "netns exclusive" sh -c "rdma system | grep -o 'netns [a-z]*'"
check "rxe0 and fakeib0 are still there" rdma link show rxe0/1
check "shared again" wait_for 30 rdma system set netns shared
check "unbinding fakeib0" put /sys/bus/platform/drivers/roce_testib/unbind roce_testib
check "fakeib0 is gone" fails test -e /sys/class/infiniband/fakeib0
check "binding fakeib0" put /sys/bus/platform/drivers/roce_testib/bind roce_testib

# everything goes
check "unloads with rxe on it" rmmod roce_testnic
check "nothing is left" absent /sys/class/infiniband/* /sys/class/net/rt* /sys/bus/platform/drivers/roce_test* /sys/bus/roce_testbus
check "loads without InfiniBand" modprobe roce_testnic nics=1 ib=0
check "no fakeib0" fails test -e /sys/class/infiniband/fakeib0

. /root/tests/suites/testnic/parameters.sh
check "unloads at last" rmmod roce_testnic
check "the kernel has no complaint" fails sh -c "dmesg | grep -E 'WARNING: |BUG: |refcount|Call Trace|unregister_netdevice: waiting'"
