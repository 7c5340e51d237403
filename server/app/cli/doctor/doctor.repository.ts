import { sql } from 'kysely';
import type { Db } from '#db/client.ts';

export interface ServerState {
  /** PostgreSQL's version number, such as 150018 for 15.18. */
  version: number;
  now: Date;
  isReplica: boolean;
  /** How far a replica is behind its primary. Null for a primary. */
  lagSeconds: number | null;
}

export async function readServerState(db: Db): Promise<ServerState> {
  const { rows } = await sql<{ version: string; now: Date; isReplica: boolean; lagSeconds: number | null }>`
    select current_setting('server_version_num') as version, clock_timestamp() as now,
      pg_is_in_recovery() as is_replica,
      case
        when not pg_is_in_recovery() then null
        when pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn() then 0
        else extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp())::float8
      end as lag_seconds`.execute(db);
  const [state] = rows;
  if (!state) throw new Error('The database returned no row');
  return { ...state, version: Number(state.version) };
}

/** What the current role may do, other than to read and write rows. */
export interface RolePowers {
  isSuperuser: boolean;
  ownsTables: boolean;
  canTruncate: boolean;
  canCreate: boolean;
}

export async function readRolePowers(db: Db): Promise<RolePowers> {
  const { rows } = await sql<RolePowers>`
    select (select rolsuper from pg_roles where rolname = current_user) as is_superuser,
      coalesce(bool_or(pg_has_role(relowner, 'usage')), false) as owns_tables,
      coalesce(bool_or(has_table_privilege(oid, 'truncate')), false) as can_truncate,
      has_schema_privilege('public', 'create')
        or has_database_privilege(current_database(), 'create') as can_create
    from pg_class
    where relkind in ('r', 'p') and relnamespace in (select oid from pg_namespace where nspname in ('public', 'pgboss'))`.execute(
    db,
  );
  const [powers] = rows;
  if (!powers) throw new Error('The database returned no row');
  return powers;
}

export interface EncryptedSample {
  kind: 'tax form' | 'bank account';
  keyId: string;
  rows: number;
  id: string;
  envelope: string;
}

/**
 * For each encryption key, returns one tax form and one bank account that it encrypts, and how many of each.
 */
export async function findEncryptedPerKey(db: Db): Promise<EncryptedSample[]> {
  const { rows } = await sql<EncryptedSample>`
    select distinct on (kind, key_id) kind, key_id, count(*) over (partition by kind, key_id)::int as rows, id,
      envelope
    from (
      select 'tax form' as kind, id, encrypted_numbers as envelope,
        split_part(encrypted_numbers, '.', 2) as key_id from tax_forms
      union all
      select 'bank account', id, encrypted_number, split_part(encrypted_number, '.', 2) from payout_accounts
    ) encrypted
    order by kind, key_id, id`.execute(db);
  return rows;
}

/** Returns the accounts whose email addresses have other characters than ASCII. */
export async function findForeignEmails(db: Db): Promise<Array<{ id: string; email: string }>> {
  return db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where(sql<boolean>`octet_length(email) <> char_length(email)`)
    .orderBy('id')
    .execute();
}
