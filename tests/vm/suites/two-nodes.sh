#!/bin/bash
# Two nodes on one network: run --nodes 2 two-nodes.sh two-nodes.sh
. /root/tests/lib.sh

if [[ $HOSTNAME == node1 ]]; then other=node2 gid=ffff:0a4d:0001; else other=node1 gid=ffff:0a4d:0002; fi

expect "jumbo frames" 9000 cat /sys/class/net/eth0/mtu
check "the other answers" wait_for 120 ping -q -c 1 -W 1 "$other"
check "jumbo frames cross" ping -q -c 3 -M "do" -s 8972 "$other"
check "soft RoCE" rdma link add rxe0 type rxe netdev eth0
check "its GID" wait_for 10 grep -rq "$gid" /sys/class/infiniband/rxe0/ports/1/gids

((failures == 0)) || exit 1 # else the other would wait for long

check "both are here" meet start
if [[ $HOSTNAME == node1 ]]; then
  check "receives RDMA writes" timeout 120 ib_write_bw -d rxe0 -x 1 -n 500 -s 65536
  check "receives RDMA CM" timeout 120 rping -s -a 10.77.0.1 -C 3
else
  check "sends RDMA writes" wait_for 60 ib_write_bw -d rxe0 -x 1 -n 500 -s 65536 node1
  check "sends RDMA CM" wait_for 60 rping -c -a 10.77.0.1 -C 3
fi
check "both are done" meet end
