# A message bus of one's own, and roced on it. Needs $work, a folder that its owner removes.
daemons=()

start_bus() {
  cat > "$work/bus.conf" <<B
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:path=$work/bus</listen>
  <policy context="default"><allow user="*"/><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy>
</busconfig>
B
  dbus-daemon --config-file="$work/bus.conf" --nofork --nopidfile 2> "$work/bus.log" &
  daemons+=($!)
  export DBUS_SYSTEM_BUS_ADDRESS=unix:path=$work/bus STATE_DIRECTORY=$work/state
  for _ in $(seq 50); do [ -S "$work/bus" ] && return; sleep 0.1; done
  echo "no message bus: $(cat "$work/bus.log")" >&2
  return 1
}

# start_roced PROFILE [PREFIX...]: $roced_pid is its pid; it has looked at the node when this returns.
start_roced() {
  "${@:2}" "$ROCED" --profile "$1" &
  roced_pid=$!
  daemons+=("$roced_pid")
  local status
  for _ in $(seq 100); do
    status=0
    "$ROCECTL" status > /dev/null 2>&1 || status=$?
    [ $status = 1 ] || return 0
    sleep 0.1
  done
  echo "roced isn't on the bus" >&2
  return 1
}

stop_roced() {
  kill "$roced_pid"
  wait "$roced_pid" 2> /dev/null || true
}

stop_daemons() {
  kill "${daemons[@]}" 2> /dev/null || true
  wait 2> /dev/null || true
}
