#!/bin/sh
# Copies the write-ahead log of a PostgreSQL server to a folder while it is written. Run it on a different machine than
# the server, as a service that restarts automatically. It never exits by itself.
#
# Usage: receive-wal.sh <folder>
# PGHOST, PGPORT, PGUSER, and PGPASSFILE specify the server. The user needs the attribute REPLICATION.
set -eu

folder=${1:?Usage: receive-wal.sh <folder>}
slot=${WAL_SLOT:-everything_card_archive}

umask 077
mkdir -p "$folder"

# With a slot, the server keeps the log that this hasn't received yet. After a failover, the new primary has no slot, so
# check for it at each connection.
while :; do
  if pg_receivewal --no-loop --directory="$folder" --slot="$slot" --create-slot --if-not-exists; then
    pg_receivewal --no-loop --directory="$folder" --slot="$slot" --synchronous || :
  fi
  sleep 1
done
