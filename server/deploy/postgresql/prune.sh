#!/bin/sh
# Removes all but the newest base backups, and the write-ahead log that only the removed ones need.
#
# Usage: prune.sh <folder of base backups> <archive> <number to keep>
set -eu

usage="Usage: prune.sh <folder of base backups> <archive> <number to keep>"
folder=${1:?$usage} archive=${2:?$usage} keep=${3:?$usage}

[ "$keep" -ge 1 ] || { echo "Keep at least 1." >&2; exit 1; }

# The names are times, so they sort by age.
list() {
  find "$folder" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z' | sort -r
}
list | tail -n +"$((keep + 1))" | while IFS= read -r backup; do
  rm -rf "$backup"
  echo "Removed $backup"
done

oldest=$(list | tail -n 1)
[ -n "$oldest" ] || { echo "There is no base backup in $folder." >&2; exit 1; }
segment=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p')
[ -n "$segment" ] || { echo "$oldest has no backup_label." >&2; exit 1; }
pg_archivecleanup -d "$archive" "$segment" 2>&1 | grep 'removing file' || :
