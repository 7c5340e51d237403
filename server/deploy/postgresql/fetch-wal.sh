#!/bin/sh
# PostgreSQL's restore_command: copies one file of the archive, or fails if the archive does not have it.
#
# Usage: fetch-wal.sh <archive> <file> <destination>
set -eu

archive=${1:?} file=${2:?} destination=${3:?}

# While receive-wal.sh writes a segment, the file's name ends in .partial.
for candidate in "$archive/$file" "$archive/$file.partial"; do
  if [ -f "$candidate" ]; then
    exec cp "$candidate" "$destination"
  fi
done
exit 1
