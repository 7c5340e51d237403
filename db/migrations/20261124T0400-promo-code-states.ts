import { type Kysely, sql } from 'kysely';

/** Staff list the few codes that are stopped, expired, or not yet valid. Most codes have no dates. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index promo_codes_stopped on promo_codes (code) where not is_active`.execute(db);
  await sql`create index promo_codes_valid_until on promo_codes (valid_until)
    where valid_until is not null`.execute(db);
  await sql`create index promo_codes_valid_from on promo_codes (valid_from)
    where valid_from is not null`.execute(db);
}
