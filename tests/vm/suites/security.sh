# shellcheck shell=bash disable=SC1091
# The service's sandbox, and what it still reaches: debugfs, configfs and RDMA devices that come after it, writes to files that are
# heard. What an ordinary user may do on the bus. A profile that others may write.
. /root/tests/lib.sh

manager() { busctl call org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager "$@"; }
property() { busctl get-property org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager "$1"; }

echo "== The sandbox"
for unit in roced roced-early roced-wait; do
  check "the exposure of $unit is at most 2.0" systemd-analyze security --no-pager --threshold=20 $unit.service
  systemd-analyze security --no-pager $unit.service | grep Overall
done

inside() { nsenter --target "$(systemctl show -P MainPID roced)" --mount sh -c "$1"; }
sandbox() { # WHEN WRITABLE_PATH...
  local when=$1 path
  shift
  for path in /sys/kernel/mm/transparent_hugepage/enabled /sys/module/printk/parameters/time /sys/fs/cgroup /sys/kernel/security /proc/sys/kernel/printk /proc/sysrq-trigger \
    /proc/kcore /etc/hostname /etc/roced /var/lib/dpkg/status /usr/sbin; do
    check "$when: $path can't be written" fails inside "test -w $path"
  done
  check "$when: /dev has no disk" fails inside "ls /dev/vda"
  for path in /proc/sys/net/ipv4/ip_forward /etc/modprobe.d /var/lib/roced "$@"; do
    check "$when: $path can" inside "test -w $path"
  done
}
modprobe configfs
mountpoint -q /sys/kernel/config || mount -t configfs none /sys/kernel/config
check "roced starts" systemctl start roced
sandbox "as after a boot" /sys/devices/system/cpu/cpu0/uevent /sys/kernel/debug/clear_warn_once /sys/kernel/config
systemctl stop roced

echo "== What comes after the service"
for module in roce_testnic rdma_rxe rdma_cm ib_uverbs ib_core; do modprobe -r $module 2> /dev/null || true; done
umount /sys/kernel/config 2> /dev/null || true
modprobe -r configfs 2> /dev/null || true
umount /sys/kernel/debug || true
check "no RDMA" fails test -e /sys/module/ib_core
check "no debugfs" fails mountpoint -q /sys/kernel/debug
check "no configfs" fails mountpoint -q /sys/kernel/config
cat > /etc/roced/profile.toml <<'P'
schema = 1
mode = "enforce"
[nic.rail]
match = { ifname = "rt0" }
mtu = 9000
[nic.rail.dcqcn]
cnp_dscp = 48
[nic.rail.rdma_cm]
tos = 106
[nic.rail.sysctl]
arp_ignore = 1
[nic.rail.require]
active_mtu = 4096
P
check "roced starts on a node that has nothing yet" systemctl start roced
started=$(systemctl show -P MainPID roced)
modprobe roce_testnic nics=2 ecn_way=mlx5
modprobe rdma_cm
for nic in rt0 rt1; do ip link set $nic up; done
rdma link add rxe0 type rxe netdev rt0
umount /sys/kernel/debug /sys/kernel/config 2> /dev/null || true
check "the NIC is found" wait_for 20 grep -qx 9000 /sys/class/net/rt0/mtu
settled() { check_now; [[ $(of_status "$1") == "$2" ]]; }
check "an RDMA device that came later can be opened" wait_for 20 settled require.active_mtu in-sync
rocectl status rt0 --no-pager || true
expect "without debugfs, DCQCN is unsupported" unsupported of_status dcqcn.cnp_dscp
expect "without configfs, RDMA CM's ToS too" unsupported of_status rdma_cm.tos
mount -t debugfs none /sys/kernel/debug
mount -t configfs none /sys/kernel/config
check_now
expect "debugfs that is mounted later is seen at the next check" in-sync of_status dcqcn.cnp_dscp
expect "and was written" 48 cat /sys/kernel/debug/mlx5/roce_testnic.0/cc_params/np_cnp_dscp
expect "so is configfs" in-sync of_status rdma_cm.tos
expect "it too" 106 cat /sys/kernel/config/rdma_cm/rxe0/ports/1/default_roce_tos
expect "without a restart" "$started" systemctl show -P MainPID roced
umount /sys/kernel/debug
check_now
expect "debugfs that goes is seen" unsupported of_status dcqcn.cnp_dscp
mount -t debugfs none /sys/kernel/debug
check_now
expect "and comes back" in-sync of_status dcqcn.cnp_dscp

modprobe -r roce_testnic rdma_rxe rdma_cm ib_uverbs
modprobe roce_testnic nics=2 ecn_way=mlx5
modprobe rdma_cm
ip link set rt0 up
ip link set rt1 up
rdma link add rxe0 type rxe netdev rt0
check "RDMA devices whose drivers were loaded anew can be opened" wait_for 20 settled require.active_mtu in-sync
check "and all is in sync" wait_for 20 settled rdma_cm.tos in-sync

echo "== Writes to files are heard, with who made them"
heard() { # WHAT FILE VALUE
  local before
  before=$(repairs)
  sh -c "echo $3 > $2; sleep 1" &
  check "$1 is repaired without a check" wait_for 10 sh -c "[ \$(journalctl -u roced -o cat --no-pager | grep -c 'repaired to') -gt $before ]"
  wait $!
  check "with who wrote it" sh -c "journalctl -u roced -o cat --no-pager | grep 'repaired to' | tail -n 1 | grep -q 'by sh (pid'"
}
heard "a sysctl" /proc/sys/net/ipv4/conf/rt0/arp_ignore 0
heard "a file of debugfs" /sys/kernel/debug/mlx5/roce_testnic.0/cc_params/np_cnp_dscp 1
repaired "a file of configfs, by a check," "echo 0 > /sys/kernel/config/rdma_cm/rxe0/ports/1/default_roce_tos" \
  "grep -qx 106 /sys/kernel/config/rdma_cm/rxe0/ports/1/default_roce_tos"
journalctl -u roced -o cat --no-pager | grep 'repaired to' | tail -n 3

sandbox "later" /sys/class/net/rt0/mtu /sys/kernel/debug/mlx5/roce_testnic.0/cc_params/np_cnp_dscp /sys/kernel/config/rdma_cm
expect "the capabilities are two, and one of them lowered" "0000000000201000 0000000000001000" sh -c "awk '/^Cap(Prm|Eff)/ { print \$2 }' /proc/$started/status | xargs"

echo "== An ordinary user on the bus"
user() { setpriv --reuid 65534 --regid 65534 --clear-groups "$@"; }
digest=$(property ProfileDigest)
# Each changes nothing, or what a check would at any time.
readers="org.freedesktop.DBus.Peer.GetMachineId org.freedesktop.DBus.Peer.Ping org.freedesktop.DBus.Introspectable.Introspect
org.freedesktop.DBus.Properties.Get org.freedesktop.DBus.Properties.GetAll org.freedesktop.DBus.ObjectManager.GetManagedObjects
org.roced.Node1.Manager.Check org.roced.Node1.Manager.Describe org.roced.Node1.Manager.ListNics"
arguments() { # SIGNATURE OBJECT
  local interface=org.roced.Node1.Manager
  [[ $2 == /org/roced/Node1 ]] || interface=org.roced.Node1.Nic
  case $1 in
    -) ;;
    a\{sv\}) echo 'a{sv} 0' ;;
    t) echo 't 60000000' ;;
    ss) echo "ss $interface State" ;;
    s) echo "s $interface" ;;
    ssv) echo "ssv $interface State s in-sync" ;;
    *) return 1 ;;
  esac
}
methods() { # OBJECT    INTERFACE METHOD SIGNATURE a line
  user busctl introspect org.roced.Node1 "$1" | awk '$2 == "interface" { interface = $1 } $2 == "method" { print interface, substr($1, 2), $3 }'
}
refused() { # OBJECT INTERFACE METHOD ARGUMENT...
  local said
  ! said=$(user busctl call org.roced.Node1 "$@" 2>&1) || { echo "was done: $said"; return 1; }
  echo "$2.$3: $said" >> /tmp/refusals
  # busctl has words of its own for what was refused. Above the service's objects, and between them, there is nothing.
  grep -qE 'Access denied|is not writable|Unknown (object|interface)' <<< "$said" || { echo "$said"; return 1; }
}
try_all() { # WITH_WHAT WORDS
  local object interface method signature given
  : > /tmp/refusals
  for object in $(user busctl tree --list org.roced.Node1); do
    while read -r interface method signature; do
      given=$(arguments "$signature" "$object") || { check "$interface.$method($signature): the suite knows what to give it" false; continue; }
        # shellcheck disable=SC2086 # several arguments
      if grep -qw "$interface.$method" <<< "$readers"; then
        [[ $object == */Node1 || $object == */rt0 ]] || continue
        check "$1, $object: $method may be asked" user busctl call org.roced.Node1 "$object" "$interface" "$method" $given < /dev/null
      else
        check "$1, $object: $method is refused" refused "$object" "$interface" "$method" $given < /dev/null
      fi
    done <<< "$(methods "$object")"
  done
  sort -u /tmp/refusals
  check "$1: every changing method was tried" test "$(grep -c Node1.Manager /tmp/refusals)" -ge 7
  check "$1: the service says why" grep -qF "$2" <(user dbus-send --system --print-reply --dest=org.roced.Node1 /org/roced/Node1 org.roced.Node1.Manager.Resume 2>&1)
  check "$1: so does rocectl" grep -qF "$2" <(user rocectl apply 2>&1)
  user rocectl apply || true
  expect "$1: the profile is the same" "$digest" property ProfileDigest
  expect "$1: nothing is paused" "t 0" property PausedUntilUSec
  expect "$1: no apply waits" "t 0" property ConfirmDeadlineUSec
}
check "polkit is here" systemctl start polkit
try_all "with polkit" "not permitted: polkit says no; ask as root"
systemctl mask --now polkit
try_all "without polkit" "not permitted: polkit didn't answer; ask as root"
systemctl unmask polkit
check "the report may be read" user rocectl status --json
check "the name can't be taken" fails user busctl call org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus RequestName su org.roced.Node1 0
check "the state folder can't be looked into" fails user ls /var/lib/roced
check "root may pause" manager Pause t 60000000
check "and go on" manager Resume

echo "== A profile that others may write"
reload() { manager Reload; }
refuses() { # WHAT WORDS...
  local said
  said=$(reload 2>&1) && { echo "was taken"; return 1; }
  for words; do grep -qF -- "$words" <<< "$said" || { echo "$said"; return 1; }; done
}
sed -i 's/arp_ignore = 1/arp_ignore = 2/' /etc/roced/profile.toml
chmod 666 /etc/roced/profile.toml
check "it is refused" refuses /etc/roced/profile.toml "mode 0666" "owner root" "chmod go-w '/etc/roced/profile.toml'"
reload || true
expect "the last good one stays in force" "$digest" property ProfileDigest
check "and is kept up" grep -qx 1 /proc/sys/net/ipv4/conf/rt0/arp_ignore
check "rocectl profile check says so too" sh -c "! rocectl profile check | grep -q 'no findings'"
check "and anybody may check a file of their own" sh -c "cp /etc/roced/profile.toml /tmp/mine.toml; chown 65534 /tmp/mine.toml; chmod 666 /tmp/mine.toml; setpriv --reuid 65534 --regid 65534 --clear-groups rocectl profile check /tmp/mine.toml"
chmod 644 /etc/roced/profile.toml
chown 65534 /etc/roced/profile.toml
check "another's is refused" refuses "owner uid 65534" "chown root '/etc/roced/profile.toml'"
chown 0 /etc/roced/profile.toml
chmod 777 /etc/roced
check "its folder is looked at" refuses "/etc/roced: error" "mode 0777" "chmod go-w '/etc/roced'"
systemctl restart roced
expect "at a start, none is in force" 's ""' property ProfileDigest
chmod 755 /etc/roced
check "made right, it is taken" reload
check "and written" grep -qx 2 /proc/sys/net/ipv4/conf/rt0/arp_ignore
