# shellcheck shell=bash disable=SC1091
# Two rails with all that a profile of them names, and what is asked of a roced on them. Each script of this folder sources it.
. /root/tests/lib.sh

# Usage: rails [MODULE_PARAMETER...]
rails() {
  modprobe roce_testnic nics=2 "$@"
  modprobe rdma_cm
  mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
  for i in 0 1; do
    ip link set rt$i up
    rdma link add rxe$i type rxe netdev rt$i
  done
}

# Usage: write_profile MODE [LINE...]    further lines at its top
write_profile() {
  cat > /etc/roced/profile.toml << P
schema = 1
mode = "$1"
$(printf '%s\n' "${@:2}")
[rdma]
netns = "shared"
[nic.rails]
match = { ifname = "rt*" }
count = 2
mtu = 9000
[nic.rails.dcb]
dcbx = "host"
trust = "dscp"
pfc = [3]
dscp_prio = { 26 = 3 }
[nic.rails.ecn]
priorities = [3]
[nic.rails.rdma_cm]
tos = 106
[nic.rails.sysctl]
arp_ignore = 1
arp_announce = 2
P
}

pid() { systemctl show -P MainPID roced; }
has_mtu() { grep -qx "$2" "/sys/class/net/$1/mtu"; }
has_pfc() { dcb pfc show dev "$1" | grep -q 3:on; }
is() { [[ $(rocectl status --json | jq -r .state) == "$1" ]]; }
tells() { rocectl status 2>&1 | tr -s ' \n' ' ' | grep -qF -- "$1"; }
says() { journalctl -b -u roced -o cat --no-pager | grep -qF -- "$1"; }
property() { busctl get-property org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager "$1" | cut -d' ' -f2; }
is_on_trial() { [[ $(property ConfirmDeadlineUSec) != 0 ]]; }
# What the daemon says is what rocectl reads itself.
reported() { jq -c '[.node, .nics[].settings] | flatten | map([.name, .actual, .state == "in-sync"])'; }
is_true() {
  check_now
  diff <(rocectl status --json | reported) <(rocectl check --json | reported)
}
memory() { awk '/VmRSS/ { print $2 }' "/proc/$(pid)/status"; }        # KiB
cpu() { awk '{ print ($14 + $15) * 10 }' "/proc/$(pid)/stat"; }       # ms
# Usage: stopped_at CALL N VERB...    the daemon is stopped at its Nth CALL of what a rocectl VERB makes it do
stopped_at() {
  local call=$1 n=$2 roced trace
  shift 2
  roced=$(pid)
  trace=$(mktemp)
  strace -qq -o "$trace" -e "trace=$call" -e "inject=$call:signal=STOP:when=$n" -p "$roced" &
  wait_for 10 grep -q 'TracerPid:.*[1-9]' "/proc/$roced/status"
  rocectl "$@" > /dev/null 2>&1 &
  wait_for 10 grep -q 'stopped by SIGSTOP' "$trace" || return # its state alone is that of a tracing stop at every call
  kill %1
  wait %1 2> /dev/null || true
}
