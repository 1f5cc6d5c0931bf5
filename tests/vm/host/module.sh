#!/bin/bash
# Compiles the test module for an image's kernel: OUT is a tree to unpack over the guest's root.
# Usage: module.sh IMAGE OUT
set -euo pipefail
image=$1 out=$2
here=$(cd "$(dirname "$0")/.." && pwd)
version=$(< "$image/version")
modules=usr/lib/modules/$version

# The folder is an image's own, and its compiler's root is shared by all builds.
exec 8> "$image/build.lock"
flock 8
rm -rf "$image/build/tmp/module"
cp -r "$here/module" "$image/build/tmp/module"
chroot "$image/build" make -C "/$modules/build" M=/tmp/module KCFLAGS=-Werror modules

install -D -m 644 "$image/build/tmp/module/roce_testnic.ko" "$image/build/$modules/updates/roce_testnic.ko"
strip --strip-debug "$image/build/$modules/updates/roce_testnic.ko"
chroot "$image/build" depmod "$version"
mkdir -p "$out/$modules"
cp -r "$image/build/$modules/updates" "$image/build/$modules"/modules.* "$out/$modules/"
