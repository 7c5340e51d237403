import { type Kysely, sql } from 'kysely';
import { guardTable } from '../guard-table.ts';

/** Names in Latin letters, for documents whose fonts lack the letters of a name (D68). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table accounts add column latin_name text`.execute(db);
  await sql`alter table memberships add column latin_name text, add column spouse_latin_name text,
    add column family_latin_names text[] not null default '{}'`.execute(db);
  await guardTable(db, 'memberships', {
    changes: [
      ...['account_id', 'plan_id', 'firstname', 'lastname', 'latin_name'],
      ...['spouse_firstname', 'spouse_lastname', 'spouse_latin_name'],
      ...['family_members', 'family_latin_names', 'ended_at', 'claimed_at'],
    ],
    deletes: false,
  });
}
