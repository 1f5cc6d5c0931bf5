# shellcheck shell=bash
# Starts guests and watches them. A guest has three ways out: its console (a serial port), and two virtio ports, one for the
# scripts' output and one for their status.
# shellcheck disable=SC2154 # image, initrd, tmp, nodes, timeout, console, guests: run sets them

# Usage: start_guest NODE
start_guest() {
  local node=$1 append network=()
  append="root=/dev/vda rw console=ttyS0 quiet loglevel=4 net.ifnames=0 mitigations=off nokaslr oops=panic panic=0"
  if ((nodes > 1)); then
    append+=" vm.node=$node systemd.hostname=node$node"
    # datagrams, so that neither waits for the other; what is sent to a node that isn't there yet is lost
    network=(-netdev "dgram,id=net,local.type=unix,local.path=$tmp/net.$node,remote.type=unix,remote.path=$tmp/net.$((3 - node))"
      -device "virtio-net-pci,netdev=net,host_mtu=9000,mac=52:54:00:77:00:0$node")
  fi
  qemu-system-x86_64 -machine q35,accel=tcg,sata=off,smbus=off -cpu max,svm=off,vmx=off -smp 2 -m 1024 -nodefaults -display none -monitor none \
    -kernel "$image/vmlinux" -initrd "$initrd/initrd.img" -append "$append" \
    -drive "file=$image/disk.img,if=virtio,format=raw,snapshot=on,cache=unsafe" \
    -drive "file=$tmp/files.$node.tar,if=virtio,format=raw,readonly=on" \
    -serial "file:$tmp/console.$node" -device virtio-serial \
    -add-fd fd=3,set=1 -chardev file,id=output,path=/dev/fdset/1,append=on -device virtserialport,chardev=output,nr=1 \
    -chardev "file,id=status,path=$tmp/status.$node" -device virtserialport,chardev=status,nr=2 \
    -device pci-testdev -device pci-testdev -device pci-testdev -device pci-testdev \
    "${network[@]}" < /dev/null 3> >(copy_output "$node") 2> "$tmp/qemu.$node" &
  guests+=($!)
}

copy_output() { # NODE
  if ((nodes == 1)); then exec cat; else exec sed -u "s/^/node$1: /"; fi
}

# Waits until all guests have said a status, and exits with the worst.
watch_guests() {
  local node status worst=0 started=$SECONDS
  until all_said; do
    for ((node = 1; node <= nodes; node++)); do
      grep -qs 'Kernel panic' "$tmp/console.$node" && give_up "$node" "the kernel panicked"
      kill -0 "${guests[node - 1]}" 2> /dev/null || give_up "$node" "the guest went away: $(< "$tmp/qemu.$node")"
    done
    ((SECONDS - started < timeout)) || give_up "" "no end after $timeout s"
    sleep 0.2
  done
  keep_console
  for ((node = 1; node <= nodes; node++)); do
    status=$(< "$tmp/status.$node")
    ((status <= worst)) || worst=$status
  done
  exit "$worst"
}

all_said() {
  local node
  for ((node = 1; node <= nodes; node++)); do [[ -s $tmp/status.$node ]] || return; done
}

give_up() { # NODE_OR_NOTHING WHY
  local node
  keep_console
  for node in ${1:-$(seq "$nodes")}; do
    say "node $node: $2; the console's end:"
    tail -n 40 "$tmp/console.$node" | tr -d '\r' >&2
  done
  exit 124
}

keep_console() {
  local node
  [[ -n $console ]] || return 0
  if ((nodes == 1)); then cp "$tmp/console.1" "$console"; return; fi
  for ((node = 1; node <= nodes; node++)); do cp "$tmp/console.$node" "$console.$node"; done
}
