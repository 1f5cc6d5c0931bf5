# shellcheck shell=bash disable=SC1091
# Before the boot's namespaces, and before what must wait for the node: roced-early.service, roced-converged.target and a stand-in for
# kubelet with its drop-in. What units do is shown while the guest is up; the reboot at the end shows the same of a boot (early-boot.sh).
. /root/tests/lib.sh

profile() { # MODE MTU WAIT
  cat > /etc/roced/profile.toml <<P
schema = 1
mode = "$1"
[early]
wait = "$3"
[rdma]
netns = "exclusive"
[nic.rail]
match = { ifname = "rt0" }
count = 1
mtu = $2
P
}
netns() { rdma system | grep -ow 'netns [a-z]*'; }
unload() { modprobe -r roce_testnic rdma_rxe rdma_cm ib_uverbs ib_core 2> /dev/null || modprobe -r ib_core; }
load() {
  modprobe roce_testnic nics=1
  wait_for 10 test -e /sys/class/net/rt0
}
log() { journalctl -u "$1" -o cat --no-pager --since "@$since"; }

cat > /etc/systemd/system/private.service <<'U'
[Unit]
Description=A service with a network namespace of its own
Before=roced.service
[Service]
Type=exec
ExecStart=sleep infinity
PrivateNetwork=yes
[Install]
WantedBy=basic.target
U
cat > /etc/systemd/system/kubelet.service <<'U'
[Unit]
Description=A stand-in that notes when it starts, and whether the node is in sync then
[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=sh -c 'cut -d " " -f 1 /proc/uptime > /run/kubelet; rocectl status --json | jq -r .state > /run/kubelet-state; true'
[Install]
WantedBy=multi-user.target
U
install -D -m 644 -t /etc/systemd/system/kubelet.service.d /usr/share/doc/roced/examples/kubelet.service.d/50-roced.conf
systemctl daemon-reload
check "the units are well written" sh -c '! systemd-analyze verify --man=no roced.service roced-early.service roced-wait.service roced-converged.target 2>&1 | grep roced'
for unit in containerd crio docker slurmd; do
  check "$unit has a drop-in that only wants" sh -c "d=/usr/share/doc/roced/examples/$unit.service.d/50-roced.conf; grep -qx Wants=roced-converged.target \$d && grep -qx After=roced-converged.target \$d && ! grep -q ^Requires \$d"
done

since=$(date +%s)
# ib_core isn't loaded: it gets an option for when it comes, and isn't loaded for that.
unload || true
check "ib_core isn't loaded" fails test -e /sys/module/ib_core
profile enforce 9000 20s
check "roced-early starts without RDMA" systemctl restart roced-early
check "it doesn't load ib_core" fails test -e /sys/module/ib_core
check "and says what it did" sh -c "journalctl -u roced-early -o cat | grep -q 'has it come up exclusive'"
load
expect "ib_core comes up as the profile says" "netns exclusive" netns
rm /run/modprobe.d/zz-roced-early.conf

# While another namespace exists the kernel refuses: what roced alone is left with.
unload
load
expect "without the option it comes up shared" "netns shared" netns
systemctl start private
check "a private network makes the kernel refuse" sh -c '! rdma system set netns exclusive 2>&1'
systemctl restart roced-early
check "roced-early then says all there is to say" sh -c "journalctl -u roced-early -o cat | grep 'node: rdma.netns is shared, want exclusive: pending-reboot:' | grep 'takes effect at the next boot'"
check "and isn't failed" systemctl is-active roced-early
systemctl stop private
rm /etc/modprobe.d/roced.conf
wait_for 30 rdma system set netns exclusive
wait_for 30 rdma system set netns shared
systemctl restart roced-early
expect "set live where no other namespace is" "netns exclusive" netns
check "a bad profile" sh -c 'echo "nonsense = 1" >> /etc/roced/profile.toml; systemctl restart roced-early'
check "is told with its place" sh -c "journalctl -u roced-early -o cat | grep -q 'profile.toml:[0-9]*:1: error: unknown key .nonsense.'"

# kubelet waits for the node. SECONDS_FROM TO: how long it may take to start.
start_kubelet() { # NAME FROM TO
  local before after
  systemctl stop kubelet roced-converged.target roced-wait
  systemctl reset-failed
  before=$(date +%s%3N)
  check "$1: kubelet starts" systemctl start kubelet
  after=$(($(date +%s%3N) - before))
  check "$1: after $2 to $3 s ($after ms)" test $after -ge $(($2 * 1000)) -a $after -le $(($3 * 1000))
  check "$1: the target is reached" systemctl is-active roced-converged.target
}
profile enforce 9000 20s
systemctl start roced
start_kubelet "a node in sync" 0 10
expect "it was in sync then" in-sync cat /run/kubelet-state
profile enforce 9000 8s
sed -i 's/rt0/nosuch0/' /etc/roced/profile.toml
systemctl reload roced
start_kubelet "a node that never is in sync" 8 15
expect "it wasn't in sync then" failed cat /run/kubelet-state
check "what isn't in sync is in the journal" sh -c "journalctl -u roced-wait -o cat | grep -q 'not in sync after 8s'"
check "roced-wait tells it" systemctl is-failed roced-wait
( sleep 3; sed -i 's/nosuch0/rt0/; s/"8s"/"60s"/' /etc/roced/profile.toml; systemctl reload roced ) &
sed -i 's/"8s"/"60s"/' /etc/roced/profile.toml
start_kubelet "a node that comes to be in sync" 2 20
expect "it had come to be" in-sync cat /run/kubelet-state
profile observe 1400 60s
systemctl reload roced
start_kubelet "a profile that observes" 0 10
expect "drifted, and not waited for" drifted cat /run/kubelet-state
profile enforce 9000 60s
systemctl stop roced
start_kubelet "a roced that isn't started" 0 10
check "that is told" sh -c "journalctl -u roced-wait -o cat | grep -q 'roced.service isn.t started, nor about to'"
profile enforce 9000 8s
mkdir -p /etc/systemd/system/roced.service.d
printf '[Service]\nExecStart=\nExecStart=false\n' > /etc/systemd/system/roced.service.d/crash.conf
systemctl daemon-reload
systemctl start --no-block roced
start_kubelet "a roced that crashes" 5 15
printf '[Service]\nExecStart=\nExecStart=sleep infinity\n' > /etc/systemd/system/roced.service.d/crash.conf
systemctl daemon-reload
systemctl restart --no-block roced
start_kubelet "a roced whose first look never ends" 5 15
systemctl kill -s KILL roced
systemctl stop roced
rm -r /etc/systemd/system/roced.service.d
systemctl mask --runtime roced > /dev/null 2>&1
start_kubelet "a roced that is masked" 0 10
systemctl unmask --runtime roced > /dev/null 2>&1
systemctl daemon-reload

# And of a boot: RDMA is there before roced-early, a private network before roced; nothing in modprobe.d helps.
profile enforce 9000 60s
rm -f /etc/modprobe.d/roced.conf
printf 'ib_core\nroce_testnic\n' > /etc/modules-load.d/rdma.conf
echo 'options roce_testnic nics=1' > /etc/modprobe.d/testnic.conf
systemctl enable roced kubelet private 2> /dev/null
check "roced-early is enabled with roced" systemctl is-enabled roced-early
reboot_guest
