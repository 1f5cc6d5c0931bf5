# Two rails that are veth pairs, and how they and a daemon on them are asked.
rails() {
  mount -t sysfs sysfs /sys 2>/dev/null || skip "sysfs can't be mounted here"
  ip link add rail0 type veth peer name far0 2>"$work/why" || skip "no veth here: $(cat "$work/why")"
  ip link add rail1 type veth peer name far1
  for i in rail0 rail1 far0 far1; do ip link set $i up; done
  start_bus || skip "no message bus here"
}
mtu() { cat "/sys/class/net/$1/mtu"; }
within() { # SECONDS COMMAND...: until it holds
  local tries=$(($1 * 20))
  shift
  until "$@"; do
    tries=$((tries - 1))
    [ $tries -gt 0 ] || return 1
    sleep 0.05
  done
}
has_mtu() { [ "$(mtu "$1")" = "$2" ]; }
call() { dbus-send --system --print-reply --dest=org.roced.Node1 /org/roced/Node1 "org.roced.Node1.Manager.$1"; }
state() { "$ROCECTL" status --json | jq -r .state; }
is() { [ "$(state)" = "$1" ]; }
tells() { "$ROCECTL" status 2>&1 | tr -s ' \n' ' ' | grep -qF -- "$1"; }

profile=$work/rails.toml
write_profile() { # MODE
  cat >"$profile" <<TOML
schema = 1
mode = "$1"
[rdma]
netns = "shared"
[nic.rails]
match = { ifname = "rail*" }
count = 2
mtu = 9000
[nic.rails.sysctl]
arp_ignore = 1
TOML
}
