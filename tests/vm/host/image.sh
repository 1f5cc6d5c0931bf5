#!/bin/bash
# Builds what a guest boots from: OUT/{disk.img,vmlinux,version}, and OUT/build, a root to compile modules in.
# Usage: image.sh SUITE OUT
set -euo pipefail
suite=$1 out=$2
here=$(cd "$(dirname "$0")/.." && pwd)
image=$here/image

read_list() { grep -hv '^#' "$@" | paste -sd,; }

# Called by mmdebstrap while the root has a network: sets the guest's root aside, then adds what compiles modules.
hook() {
  cp -ax "$out/build" "$out/guest"
  local version
  version=$(cd "$out/build/usr/lib/modules" && echo *)
  chroot "$out/build" env DEBIAN_FRONTEND=noninteractive apt-get -q -y --no-install-recommends install \
    "linux-headers-$version" gcc make xz-utils zstd
  echo "$version" > "$out/version"
}

bootstrap() {
  local options=() path
  for path in usr/share/{man,doc,locale,info}/\* {,usr/}lib/modules/\*/kernel/{sound/\*,drivers/{gpu,media,iio,staging}/\*}; do
    options+=(--dpkgopt="path-exclude=/$path")
  done
  # INITRD=No: the guest has an initrd of its own, initramfs-tools need not make one
  INITRD=No mmdebstrap --quiet --variant=minbase --include="$(read_list "$image/packages" "$image/packages.$suite")" \
    "${options[@]}" --customize-hook="$(printf '%q ' "$0" "$suite" "$out" hook)" "$suite" "$out/build"
}

configure() {
  local guest=$1 unit
  (cd "$guest" && rm -rf var/lib/apt/lists/* var/cache/apt/* boot/* etc/resolv.conf etc/apt/apt.conf.d/99mmdebstrap)
  while read -r unit; do ln -sf /dev/null "$guest/etc/systemd/system/$unit"; done < "$image/masked"
  while read -r unit; do chroot "$guest" systemctl --quiet disable "$unit"; done < "$image/disabled"
  ln -sf /usr/lib/systemd/system/multi-user.target "$guest/etc/systemd/system/default.target"
  chroot "$guest" systemd-id128 new > "$guest/etc/machine-id"
  : > "$guest/etc/fstab"
}

# A vmlinux starts faster under emulation than a vmlinuz, which unpacks itself. Offsets: Documentation/arch/x86/boot.rst.
unpack_kernel() {
  local vmlinuz=$1 sectors offset length
  sectors=$(od -An -t u1 -j $((0x1f1)) -N 1 "$vmlinuz")
  offset=$(od -An -t u4 -j $((0x248)) -N 4 "$vmlinuz")
  length=$(od -An -t u4 -j $((0x24c)) -N 4 "$vmlinuz")
  dd status=none if="$vmlinuz" of="$out/build/tmp/vmlinux.packed" bs=64K iflag=skip_bytes,count_bytes \
    skip=$(((sectors + 1) * 512 + offset)) count=$((length - 4))
  chroot "$out/build" sh -c 'cd /tmp; xz -dc < vmlinux.packed 2>/dev/null || zstd -dc < vmlinux.packed'
  rm "$out/build/tmp/vmlinux.packed"
}

if [[ ${3-} == hook ]]; then hook; exit; fi
bootstrap
configure "$out/guest"
unpack_kernel "$out"/build/boot/vmlinuz-* > "$out/vmlinux"
mke2fs -q -t ext4 -E lazy_itable_init=1,lazy_journal_init=1 -d "$out/guest" "$out/disk.img" 2G
rm -rf "$out/guest"
