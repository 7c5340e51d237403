import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  // What staff decided about the listing. Until they do, the owner's plan and verification decide.
  await sql`alter table businesses add column staff_listing text
    check (staff_listing in ('hidden', 'shown'))`.execute(db);

  // How the owner got the listing; null for one that staff imported.
  await sql`alter table businesses add column plan_kind text
    check (plan_kind in ('trial', 'subscription'))`.execute(db);
  await sql`update businesses set plan_kind = kinds.kind
    from (select business_id, min(kind) as kind from business_plans group by business_id) kinds
    where kinds.business_id = businesses.id`.execute(db);
  await sql`create function business_plans_inserted() returns trigger language plpgsql as $$
    begin
      update businesses set plan_kind = new.kind
        where id = new.business_id and plan_kind is distinct from new.kind
          and plan_kind is distinct from 'subscription';
      return null;
    end $$`.execute(db);
  await sql`create trigger business_plans_kind after insert on business_plans
    for each row execute function business_plans_inserted()`.execute(db);
}
