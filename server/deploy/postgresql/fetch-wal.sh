#!/bin/sh
# PostgreSQL's restore_command: copies one file of the archive, or fails if the archive does not have it.
#
# Usage: fetch-wal.sh <archive> <file> <destination>
set -eu

archive=${1:?} file=${2:?} destination=${3:?}

# receive-wal.sh calls the segment that it is writing .partial.
for candidate in "$archive/$file" "$archive/$file.partial"; do
  if [ -f "$candidate" ]; then
    exec cp "$candidate" "$destination"
  fi
done
exit 1
