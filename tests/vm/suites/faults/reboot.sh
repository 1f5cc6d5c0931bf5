# shellcheck shell=bash disable=SC1091
# The boot after the cut: what was kept is whole, the apply that nobody confirmed has gone back. Then a reboot with another one.
. /root/tests/suites/faults/rails.sh

check "roced runs" wait_for 30 systemctl is-active roced
check "what was kept is whole" jq -e .state.originals /var/lib/roced/state.json
check "nothing of it was damaged" fails tells damaged
check "the apply has gone back" says "an apply wasn't confirmed before roced or the node ended: it goes back"
check "which is told" tells "was reverted"
check "no apply waits" fails is_on_trial
check "the first rail is as before" has_mtu rt0 1500
check "the second too" has_mtu rt1 1500
for i in 0 1; do rdma link add rxe$i type rxe netdev rt$i; done
check "its RDMA devices are seen" wait_for 10 fails tells "has no RDMA device"
check "an apply with an hour to confirm it" rocectl apply --confirm 3600
check "it waits" is_on_trial
cat > /etc/systemd/system/mtu.service << 'U'
[Unit]
DefaultDependencies=no
After=systemd-modules-load.service
Before=roced.service
[Service]
Type=oneshot
ExecStart=ip link set rt0 mtu 9000
[Install]
WantedBy=sysinit.target
U
systemctl enable mtu.service
reboot_guest
