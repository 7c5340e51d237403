#!/bin/sh
# Prepares a PostgreSQL data folder that recovers to an instant when it is started.
#
# Usage: restore.sh <base backup> <archive> <new data folder> <instant>|latest
#   <base backup>  a folder that base-backup.sh wrote before the instant
#   <archive>      the folder of receive-wal.sh
#   <instant>      with its offset from UTC, such as '2026-11-23 14:05:00+00', or 'latest' for all that was received
# Run it as the user that runs PostgreSQL. It only reads the backup and the archive.
set -eu

usage="Usage: restore.sh <base backup> <archive> <new data folder> <instant>|latest"
backup=${1:?$usage} archive=${2:?$usage} data=${3:?$usage} instant=${4:?$usage}

fail() {
  echo "$1" >&2
  exit 1
}

command -v pg_verifybackup >/dev/null || fail "pg_verifybackup is not on PATH. On Debian, add /usr/lib/postgresql/15/bin."
[ "$(id -u)" -ne 0 ] || fail "Run this as the user that runs PostgreSQL, not as root."
for file in base.tar.gz pg_wal.tar.gz backup_manifest; do
  [ -f "$backup/$file" ] || fail "$backup is not a complete base backup: it has no $file."
done
[ -d "$archive" ] || fail "There is no archive $archive."
if [ -d "$data" ] && [ -n "$(ls -A "$data")" ]; then
  fail "$data is not empty. Name a new folder."
fi
case $instant in
  latest) ;;
  [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]\ [0-9][0-9]:[0-9][0-9]:[0-9][0-9]*[+-][0-9][0-9]*) ;;
  *) fail "'$instant' is not an instant with its offset from UTC: use '2026-11-23 14:05:00+00', or latest." ;;
esac
case $archive$instant in
  *\'* | *\\* | *\"* | *%*) fail "Quotes, backslashes, and percent signs do not work in the archive's path." ;;
esac

scripts=$(cd "$(dirname "$0")" && pwd)
archive=$(cd "$archive" && pwd)
umask 077
mkdir -p "$data"
tar -xzf "$backup/base.tar.gz" -C "$data"
tar -xzf "$backup/pg_wal.tar.gz" -C "$data/pg_wal"
cp "$backup/backup_manifest" "$data/"
pg_verifybackup --quiet "$data"

{
  echo "restore_command = 'sh \"$scripts/fetch-wal.sh\" \"$archive\" \"%f\" \"%p\"'"
  [ "$instant" = latest ] || echo "recovery_target_time = '$instant'"
  echo "recovery_target_action = 'promote'"
} >>"$data/postgresql.auto.conf"
touch "$data/recovery.signal"

cat <<END
Prepared $data. Next:
  1. Start PostgreSQL on it. It is ready when 'select pg_is_in_recovery()' returns f.
  2. Point DATABASE_URL at it and start the product, closed to the public.
  3. npm run reconcile -- --from <the day of the instant>
     Repair each finding: npm run purchases -- adopt|refund <id>
  4. Open the site, and start receive-wal.sh and base-backup.sh for the new server, with new folders.
END
