#!/bin/bash
# Makes the initrd of an image: OUT/initrd.img.
# Usage: initrd.sh IMAGE OUT
set -euo pipefail
image=$1 out=$2
here=$(cd "$(dirname "$0")/.." && pwd)
tree=$image/build/tmp/initrd

# the image's other root, with busybox and all modules, is shared by all builds
exec 8> "$image/build.lock"
flock 8
rm -rf "$tree"
mkdir -p "$tree"/{bin,dev,proc,root,modules.d}
cp "$image/build/bin/busybox" "$tree/bin/"
for program in sh mount umount insmod chroot mkdir switch_root; do ln -s busybox "$tree/bin/$program"; done
install -m 755 "$here/initrd/init" "$tree/init"

# shellcheck disable=SC2046 # module names hold no spaces
chroot "$image/build" modprobe -S "$(< "$image/version")" -a --show-depends $(< "$here/initrd/modules") |
  awk '/^insmod/ && !seen[$2]++ { print $2 }' > "$out/list"
while read -r module; do
  cp "$image/build/$module" "$tree/modules.d/"
  echo "/modules.d/${module##*/}"
done < "$out/list" > "$tree/modules"
chroot "$image/build" sh -c 'cd /tmp/initrd && find . | busybox cpio -o -H newc' > "$out/initrd.img"
rm -rf "$tree"
