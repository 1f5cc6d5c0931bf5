# shellcheck shell=bash
# What takes long to build is kept in folders NAME-KEY. A key is a hash of all that the folder is made of.

# Usage: key WORD_OR_FILE...
key() {
  local each
  for each; do
    if [[ -f $each ]]; then sha256sum < "$each"; else echo "$each"; fi
  done | sha256sum | cut -c1-16
}

# Usage: cached NAME KEY COMMAND...    prints the folder; when it isn't there, COMMAND FOLDER fills it
# shellcheck disable=SC2154 # cache: run sets it
# Only a complete folder ever has its final name, and one run at a time builds.
cached() {
  local name=$1 folder=$cache/$1-$2 started=$SECONDS
  shift 2
  mkdir -p "$cache"
  if [[ ! -d $folder ]]; then
    (
      flock -n 9 || { say "another run builds $name; waiting"; flock 9; }
      [[ ! -d $folder ]] || exit 0
      say "building $name (log: $cache/$name.log)"
      rm -rf --one-file-system "$folder.partial"
      mkdir "$folder.partial"
      "$@" "$folder.partial" > "$cache/$name.log" 2>&1 9>&- || { tail -20 "$cache/$name.log" >&2; die "could not build $name"; }
      mv -T "$folder.partial" "$folder"
      say "built $name in $((SECONDS - started)) s"
      # what nobody has used for two weeks
      find "$cache" -maxdepth 1 -name "$name-*" -type d -mtime +14 -exec rm -rf --one-file-system {} +
    ) 9> "$cache/$name.lock" || exit
  fi
  touch "$folder"
  echo "$folder"
}
