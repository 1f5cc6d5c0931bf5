#!/bin/bash
# The contract where DCB and RDMA are: tests/vm/run tests/contract/in_vm.sh
. /root/tests/lib.sh

check "NICs" modprobe roce_testnic nics=2
check "soft RoCE" modprobe rdma_rxe
check "the contract" /usr/libexec/roced-tests/contract
