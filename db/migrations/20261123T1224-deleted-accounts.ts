import { type Kysely, sql } from 'kysely';

/** The statements that add personal data to an account, or rows that belong to it. */
const WRITES = {
  sessions: 'insert',
  purchases: 'insert or update of account_id',
  memberships: 'insert or update of account_id',
  companies: 'insert or update of name',
  businesses: 'insert or update of name',
  business_plans: 'insert',
  affiliate_signups: 'insert',
  tax_forms: 'insert',
};

/**
 * A request may have read its session before the account was deleted. If it then waits for the deletion, or
 * does something slow first, it must not charge the deleted account or store data for it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create function refuse_deleted_account() returns trigger language plpgsql as $$
    declare
      deletion timestamptz;
    begin
      -- The lock waits for a deletion that is under way, and reads what it committed.
      select deleted_at into deletion from accounts where id = new.account_id for key share;
      if deletion is not null then
        raise exception 'account % is deleted', new.account_id using errcode = 'ECDEL';
      end if;
      return new;
    end $$`.execute(db);
  for (const [table, events] of Object.entries(WRITES)) {
    await sql`create trigger refuse_deleted_account before ${sql.raw(events)} on ${sql.table(table)}
      for each row when (new.account_id is not null) execute function refuse_deleted_account()`.execute(db);
  }
  await sql`create function refuse_deleted_account_change() returns trigger language plpgsql as $$
    begin
      raise exception 'account % is deleted', old.id using errcode = 'ECDEL';
    end $$`.execute(db);
  await sql`create trigger refuse_deleted_account_change before update on accounts
    for each row when (old.deleted_at is not null) execute function refuse_deleted_account_change()`.execute(
    db,
  );
}
