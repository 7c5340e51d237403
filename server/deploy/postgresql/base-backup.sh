#!/bin/sh
# Copies all databases of a running PostgreSQL server to <folder>/<time>, and checks the copy. Point-in-time restores start
# from that copy. Run this daily, on the machine of receive-wal.sh.
#
# Usage: base-backup.sh <folder>
# PGHOST, PGPORT, PGUSER, and PGPASSFILE specify the server. The user needs the attribute REPLICATION.
set -eu

folder=${1:?Usage: base-backup.sh <folder>}
backup=$folder/$(date -u +%Y-%m-%dT%H%M%SZ)

umask 077
mkdir -p "$folder"
# An interrupted backup leaves a folder whose name ends in .part.
trap 'rm -rf "$backup.part"' EXIT
trap 'exit 1' HUP INT TERM

# The backup includes the write-ahead log that it needs, so it can also be restored without the archive.
pg_basebackup --pgdata="$backup.part" --format=tar --compress=1 --wal-method=stream --checkpoint=fast
gzip --test "$backup.part/base.tar.gz" "$backup.part/pg_wal.tar.gz"
mv "$backup.part" "$backup"
echo "$backup"
