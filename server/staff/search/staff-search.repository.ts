import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { queryWords } from '../../lib/search-words.ts';
import { firstLast, lastFirst, lowerEmail, nameStartsWith, startsWith } from './person-match.repository.ts';

/** How many hits of each kind are shown. */
const LIMIT = 8;

const ACCOUNT = ['accounts.id', 'accounts.firstname', 'accounts.lastname', 'accounts.email'] as const;

function selectAccounts(db: Db) {
  return db
    .selectFrom('accounts')
    .select([...ACCOUNT, 'referenceCode'])
    .where('isHouse', '=', false)
    .where('deletedAt', 'is', null)
    .limit(LIMIT);
}

/** Reads in the order of an index, so that a common name costs no more than a rare one. */
export async function findAccountsByName(db: Db, text: string) {
  const [byFirst, byLast] = await Promise.all(
    [firstLast('accounts'), lastFirst('accounts')].map((expression) =>
      selectAccounts(db).where(nameStartsWith(expression, text)).orderBy(expression).orderBy('id').execute(),
    ),
  );
  return uniqueById([...(byFirst ?? []), ...(byLast ?? [])]);
}

export async function findAccountsByEmail(db: Db, text: string) {
  return selectAccounts(db).where(startsWith(lowerEmail, text)).orderBy(lowerEmail).orderBy('id').execute();
}

export async function findAccountsByCode(db: Db, code: string) {
  return selectAccounts(db).where(sql<boolean>`upper(reference_code) = upper(${code})`).execute();
}

export async function findAccountsByCustomer(db: Db, customerId: string) {
  return selectAccounts(db).where('providerCustomerId', '=', customerId).execute();
}

export async function findAccountById(db: Db, id: string) {
  return selectAccounts(db).where('id', '=', id).execute();
}

function selectMemberships(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.id',
      'memberships.number',
      'memberships.firstname',
      'memberships.lastname',
      'memberships.accountId',
      'plans.orderSummaryName as plan',
    ])
    .limit(LIMIT);
}

export async function findMembershipsByName(db: Db, text: string) {
  const [byFirst, byLast] = await Promise.all(
    [firstLast('memberships'), lastFirst('memberships')].map((expression) =>
      selectMemberships(db)
        .where(nameStartsWith(expression, text))
        .orderBy(expression)
        .orderBy('memberships.id')
        .execute(),
    ),
  );
  return uniqueById([...(byFirst ?? []), ...(byLast ?? [])]);
}

export async function findMembershipById(db: Db, id: string) {
  return selectMemberships(db).where('memberships.id', '=', id).execute();
}

export async function findMembershipByNumber(db: Db, number: string) {
  return selectMemberships(db).where('memberships.number', '=', number).execute();
}

/** Finds memberships by their number in the system that they were imported from. */
export async function findMembershipsByOldNumber(db: Db, number: string) {
  return selectMemberships(db)
    .innerJoin('importedMemberships', 'importedMemberships.membershipId', 'memberships.id')
    .where(sql<string>`lower(external_number)`, '=', number.toLowerCase())
    .where('externalNumber', 'is not', null)
    .execute();
}

export async function findGuestMemberships(db: Db, email: string) {
  return selectMemberships(db)
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .where(sql<boolean>`lower(purchases.email) = lower(${email})`)
    .where('memberships.accountId', 'is', null)
    .orderBy('memberships.createdAt', 'desc')
    .execute();
}

function selectPurchases(db: Db) {
  return db
    .selectFrom('purchases')
    .select(['purchases.id', 'purchases.kind', 'purchases.status', 'purchases.email', 'purchases.totalCents'])
    .limit(LIMIT);
}

export async function findPurchaseById(db: Db, id: string) {
  return selectPurchases(db).where('id', '=', id).execute();
}

/** Finds a purchase by the id of one of its payments, which a renewal's receipt shows. */
export async function findPurchaseOfPayment(db: Db, id: string) {
  return selectPurchases(db)
    .innerJoin('payments', 'payments.purchaseId', 'purchases.id')
    .where('payments.id', '=', id)
    .execute();
}

/**
 * `ending` is the last 8 characters, in lowercase, of the id of a purchase, payment, or refund entry in the
 * ledger.
 */
export async function findPurchasesByReceipt(db: Db, ending: string) {
  const [byPurchaseId, byPaymentId, byEntryId] = await Promise.all([
    selectPurchases(db).where(sql<boolean>`right(purchases.id::text, 8) = ${ending}`).execute(),
    selectPurchases(db)
      .innerJoin('payments', 'payments.purchaseId', 'purchases.id')
      .where(sql<boolean>`right(payments.id::text, 8) = ${ending}`)
      .execute(),
    selectPurchases(db)
      .innerJoin('ledgerEntries', 'ledgerEntries.purchaseId', 'purchases.id')
      .where('ledgerEntries.kind', 'in', ['refund', 'returns', 'dispute'])
      .where(sql<boolean>`right(ledger_entries.id::text, 8) = ${ending}`)
      .execute(),
  ]);
  return uniqueById([...byPurchaseId, ...byPaymentId, ...byEntryId]);
}

export async function findPurchasesOfCustomer(db: Db, customerId: string) {
  return selectPurchases(db)
    .where('providerCustomerId', '=', customerId)
    .orderBy('createdAt', 'desc')
    .execute();
}

/** Finds businesses whose names start with the text. Words for '&' and spaces between words don't matter. */
export async function findBusinesses(db: Db, text: string) {
  const words = queryWords(text);
  const [first] = words;
  if (first === undefined) return [];
  return (
    db
      .selectFrom('businesses')
      .select(['id', 'name', 'isListed'])
      // The first word uses an index, which a pattern that is only known later can't.
      .where(startsWith(sql.ref('businesses.search_name'), first))
      .where(sql<boolean>`businesses.search_name like ${`${words.join('%')}%`}`)
      .orderBy('searchName')
      .orderBy('id')
      .limit(LIMIT)
      .execute()
  );
}

function uniqueById<Row extends { id: string }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, LIMIT);
}
