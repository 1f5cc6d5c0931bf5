#!/bin/bash
# The guest itself: it boots cleanly, and what the tests lean on is there.
. /root/tests/lib.sh

expect "systemd is up" running systemctl is-system-running --wait
expect "no unit failed" "" systemctl --failed --no-legend
check "D-Bus answers" busctl --timeout=20 status org.freedesktop.systemd1
for program in ip dcb rdma ethtool ibv_devinfo ib_write_bw rping jq ping sysctl; do
  check "$program" type -P $program
done
check "soft RoCE" modprobe rdma_rxe
if [[ -e /usr/sbin/roced ]]; then
  check "roced is installed" systemctl cat roced.service
fi
