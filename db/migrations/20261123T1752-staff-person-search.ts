import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const isTransactional = false;

const LAST_FIRST = `(lower(lastname || ' ' || firstname)) collate "C", id`;
const FIRST_LAST = `(lower(firstname || ' ' || lastname)) collate "C", id`;

/**
 * Indexes for the staff's search and lists of people. Because of the collation, one index serves both prefix
 * searches and sorting by name.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Staff type the first letters of a last name, a first name, or both in either order.
  for (const table of ['accounts', 'memberships']) {
    await createIndexConcurrently(db, `${table}_last_first`, `${table} (${LAST_FIRST})`);
    await createIndexConcurrently(db, `${table}_first_last`, `${table} (${FIRST_LAST})`);
    // The lists' default order, newest first.
    await createIndexConcurrently(db, `${table}_created`, `${table} (created_at, id)`);
  }
  // Finds the first letters of an email address. The unique index on it has the database's collation.
  await createIndexConcurrently(db, 'accounts_email_start', `accounts ((lower(email)) collate "C", id)`);
  // Guests' memberships and unclaimed employee cards.
  await createIndexConcurrently(
    db,
    'memberships_unclaimed',
    'memberships (created_at, id) where account_id is null',
  );
  // A Stripe customer id belongs to an account or, for a guest, to purchases.
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
  // A receipt's number is the end of the purchase's id or, for a renewal, of the payment's.
  await createIndexConcurrently(db, 'purchases_receipt', 'purchases (right(id::text, 8))');
  await createIndexConcurrently(db, 'payments_receipt', 'payments (right(id::text, 8))');
  // Lists the contracts that a member accepted.
  await createIndexConcurrently(
    db,
    'agreements_account',
    'agreements (account_id) where account_id is not null',
  );
  // Finds rare account types, such as staff.
  await createIndexConcurrently(
    db,
    'accounts_type',
    'accounts (account_type, created_at, id) where account_type > 0',
  );
  // Finds the first letters of a business's name. `name_key` already has this collation.
  await createIndexConcurrently(db, 'businesses_name', 'businesses (name_key, id)');
}
