# shellcheck shell=bash disable=SC1091
# The boot after that, with most of the hour left, and a rail that comes up as it was applied.
. /root/tests/suites/faults/rails.sh

check "roced runs" wait_for 30 systemctl is-active roced
check "the apply has gone back" says "an apply wasn't confirmed before roced or the node ended: it goes back"
check "with what the boot had brought" says "rt0: mtu was 9000; went back to 1500"
check "the rail is as before" has_mtu rt0 1500
check "no apply waits" fails is_on_trial
check "the profile counts as reverted" tells "was reverted"
check "a person may take it all the same" sh -c "rocectl apply > /dev/null; grep -qx 9000 /sys/class/net/rt0/mtu"
rocectl restore || true # the boot brought no RDMA devices, whose part waits for them
check "namely this" has_mtu rt0 1500
journalctl -u roced --no-pager -o cat | tail -20
