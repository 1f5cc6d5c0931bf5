# shellcheck shell=bash
# The files of a run: a tar that the guest's initrd unpacks over its root before systemd starts.

# shellcheck disable=SC2154 # here, source, module, build, files, tmp: run sets them
pack() { # TAR FOLDER
  # only empty folders: the others exist in the guest, with an owner and mode of their own
  (cd "$2" && find . ! -type d -print0 -o -type d -empty -print0) |
    tar --append --file "$1" --owner=0 --group=0 --mode=go-w -C "$2" --null --no-recursion --files-from=-
}

# Usage: pack_common TAR
pack_common() {
  local tests=$tmp/tests/root/tests
  pack "$1" "$here/guest"
  pack "$1" "$module"

  mkdir -p "$tests" "$tmp/tests/root/files"
  cp -r "$here/lib.sh" "$here/suites" "$tests/"
  [[ ! -d $source/tests/data ]] || cp -r "$source/tests/data" "$tests/"
  ((${#files[@]} == 0)) || cp -rL "${files[@]}" "$tmp/tests/root/files/"
  pack "$1" "$tmp/tests"
  [[ -z $build ]] || pack_build "$1"
}

pack_build() { # TAR
  local programs=$tmp/install/usr/libexec/roced-tests each
  [[ -e $build/CMakeCache.txt ]] || die "no build in $build: make one, say where it is (--build), or do without (--no-build)"
  DESTDIR=$tmp/install cmake --install "$build" > "$tmp/install.log" 2>&1 || { tail -20 "$tmp/install.log" >&2; die "cannot install $build"; }
  if [[ -e $build/vm-tests.txt ]]; then
    mkdir -p "$programs"
    while read -r each; do (cd "$build" && cp "$each" "$programs/"); done < "$build/vm-tests.txt"
  fi
  # Debian names fmt's library by its release, and the guest may be another one than this build's; the bench's it hasn't.
  find "$tmp/install/usr/sbin/roced" "$programs" -type f -exec ldd {} + | awk '$1 ~ /^lib(fmt|benchmark)/ { print $3 }' | sort -u | while read -r each; do
    install -D --mode=644 "$each" --target-directory="$tmp/install${each%/*}"
  done
  pack "$1" "$tmp/install"
}

# Usage: pack_scripts TAR SCRIPT...
pack_scripts() {
  local tar=$1 folder=$1.d n=100
  shift
  cp "$tmp/common.tar" "$tar"
  mkdir -p "$folder/var/lib/vm/scripts"
  for each; do cp "$each" "$folder/var/lib/vm/scripts/$((n++))-${each##*/}"; done
  pack "$tar" "$folder"
}
