import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

const LAST_FIRST = `(lower(lastname || ' ' || firstname)) collate "C", id`;
const FIRST_LAST = `(lower(firstname || ' ' || lastname)) collate "C", id`;

/**
 * What staff search and sort by. The collation lets one index serve both the beginning of a name and the order
 * of names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Staff type the beginning of a last name, of a first name, or of both in either order.
  for (const table of ['accounts', 'memberships']) {
    await createIndexConcurrently(db, `${table}_last_first`, `${table} (${LAST_FIRST})`);
    await createIndexConcurrently(db, `${table}_first_last`, `${table} (${FIRST_LAST})`);
    // The lists' default order, newest first.
    await createIndexConcurrently(db, `${table}_created`, `${table} (created_at, id)`);
  }
  // The beginning of an email address. The unique index on it has the database's collation.
  await createIndexConcurrently(db, 'accounts_email_start', `accounts ((lower(email)) collate "C", id)`);
  // Guests' memberships and unclaimed employee cards.
  await createIndexConcurrently(
    db,
    'memberships_unclaimed',
    'memberships (created_at, id) where account_id is null',
  );
  // A customer's id at Stripe belongs to an account or, for a guest, to its purchases.
  await createIndexConcurrently(
    db,
    'accounts_customer',
    'accounts (provider_customer_id) where provider_customer_id is not null',
  );
  await createIndexConcurrently(
    db,
    'purchases_customer',
    'purchases (provider_customer_id) where provider_customer_id is not null',
  );
  // A receipt's number is the end of the id of its purchase or, for a renewal, of its payment.
  await createIndexConcurrently(db, 'purchases_receipt', 'purchases (right(id::text, 8))');
  await createIndexConcurrently(db, 'payments_receipt', 'payments (right(id::text, 8))');
  // What a member agreed to.
  await createIndexConcurrently(
    db,
    'agreements_account',
    'agreements (account_id) where account_id is not null',
  );
  // A rare account type, such as that of staff.
  await createIndexConcurrently(
    db,
    'accounts_type',
    'accounts (account_type, created_at, id) where account_type > 0',
  );
  // The beginning of a business's name. `name_key` has the collation already.
  await createIndexConcurrently(db, 'businesses_name', 'businesses (name_key, id)');
}
