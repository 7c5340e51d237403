#!/bin/sh
# Copies the write-ahead log of a PostgreSQL server to a folder while it is written. Run it on another machine than the
# server's, as a service that is restarted. It never ends by itself.
#
# Usage: receive-wal.sh <folder>
# PGHOST, PGPORT, PGUSER, and PGPASSFILE say which server; the user needs the attribute REPLICATION.
set -eu

folder=${1:?Usage: receive-wal.sh <folder>}
slot=${WAL_SLOT:-everything_card_archive}

umask 077
mkdir -p "$folder"

# With a slot, the server keeps what this has not received yet. A new primary after a failover has no slot, so look for it
# at each connection.
while :; do
  if pg_receivewal --no-loop --directory="$folder" --slot="$slot" --create-slot --if-not-exists; then
    pg_receivewal --no-loop --directory="$folder" --slot="$slot" --synchronous || :
  fi
  sleep 1
done
