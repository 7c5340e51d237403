import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { syncCharge } from '#server/domains/checkout/purchase/sync/sync-charge.service.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { toNameKey } from '#server/lib/name-key.ts';
import { formatReceiptNumber } from '#server/lib/receipt-number.ts';
import { NO_LAST_NAME } from '#server/lib/same-person.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { buyMembership } from '#tests/helpers/purchases/membership.ts';
import { makeStaff } from '#tests/helpers/staff.ts';

const database = seededTestDb();
const checkout = testCheckout(database);
let staff: TestAccount;
let member: TestAccount;
let affiliate: TestAccount;
let businessId: string;
let membership: Awaited<ReturnType<typeof buyMembership>>;
let guestMembership: Awaited<ReturnType<typeof buyMembership>>;

beforeAll(async () => {
  const { db } = database;
  staff = await makeStaff(db);
  member = await makeAccount(db, {
    firstname: 'Quenna',
    lastname: 'Van Zandt',
    email: 'Quenna@zandt.example',
  });
  affiliate = await makeAccount(db, { firstname: 'Edna', accountType: 3, referenceCode: 'EDNA7' });
  businessId = (await makeStore(db, { business: { name: 'Quilted Corner', nameKey: 'quilted corner' } }))
    .businessId;
  membership = await buyMembership(checkout(), member, { firstname: 'Quenna', lastname: 'Van Zandt' });
  guestMembership = await buyMembership(checkout(), null, { firstname: 'Quill', lastname: 'Zwick' });
  const { providerCustomerId } = await checkout().findPurchase(membership.purchaseId);
  await db.updateTable('accounts').set({ providerCustomerId }).where('id', '=', member.id).execute();
});

async function find(text: string): Promise<string[]> {
  const hits = await checkout().staffCaller(staff).staff.search.find({ text });
  return hits.map(({ path }) => path);
}

const stripe = () => checkout().deps.stripe;
async function stripeIds() {
  const { providerCustomerId } = await checkout().findPurchase(membership.purchaseId);
  const invoices = await stripe().invoices.list({ subscription: membership.providerId, limit: 1 });
  const [charge] = await checkout().listCharges(membership.purchaseId);
  return {
    customer: String(providerCustomerId),
    invoice: invoices.data[0]?.id ?? '',
    charge: charge?.id ?? '',
    intent: charge?.paymentIntent ?? '',
  };
}

const members = () => `/staff/members/${member.id}`;
const purchases = () => `/staff/purchases/${membership.purchaseId}`;

test.each([
  ['the beginning of a first name', 'quenn', () => [members()]],
  ['the beginning of a last name, in any case', 'VAN Z', () => [members()]],
  ['a whole name', 'Quenna Van Zandt', () => [members()]],
  [
    'a guest’s name, and businesses',
    'qui',
    () => [`/staff/memberships/${guestMembership.id}`, `/staff/businesses/${businessId}`],
  ],
  ['the beginning of an email', 'quenna@z', () => [members()]],
  [
    'a guest’s email',
    () => guestMembership.email.toUpperCase(),
    () => [`/staff/memberships/${guestMembership.id}`],
  ],
  [
    'a membership number, as it is typed',
    () => formatMembershipNumber(guestMembership.number).toLowerCase().replaceAll('-', ' '),
    () => [`/staff/memberships/${guestMembership.id}`],
  ],
  ['a receipt’s number', () => formatReceiptNumber(membership.purchaseId), () => [purchases()]],
  ['a purchase number', () => membership.purchaseId.toUpperCase(), () => [purchases()]],
  ['a reference code', 'edna7', () => [`/staff/affiliates/${affiliate.id}`]],
  ['a subscription at Stripe', () => membership.providerId, () => [purchases()]],
  ['an invoice at Stripe', async () => (await stripeIds()).invoice, () => [purchases()]],
  ['a payment intent at Stripe', async () => (await stripeIds()).intent, () => [purchases()]],
  ['a charge at Stripe', async () => (await stripeIds()).charge, () => [purchases()]],
  ['a customer at Stripe', async () => (await stripeIds()).customer, () => [members(), purchases()]],
  ['nothing by an id that Stripe does not have', 'ch_unknown', () => []],
  ['nothing by the end of a name', 'zandt', () => []],
  ['nothing by a wildcard', 'q%z', () => []],
] as const)('the search box finds %s', async (_what, text, expected) => {
  const searchText = typeof text === 'string' ? text : await text();
  expect((await find(searchText)).sort()).toEqual([...expected()].sort());
});

test('a refund and a dispute at Stripe lead to their purchase', async () => {
  const sale = await buyMembership(checkout());
  const [charge] = await checkout().listCharges(sale.purchaseId);
  const { id } = await stripe().refunds.create({ charge: charge?.id ?? '', amount: 100 });
  const dispute = await checkout().sandbox.control.dispute(charge?.id ?? '');
  for (const text of [id, dispute]) expect(await find(text)).toEqual([`/staff/purchases/${sale.purchaseId}`]);
});

test('the number on a refund’s receipt leads to its purchase', async () => {
  const buyer = await makeAccount(database.db);
  const sale = await buyMembership(checkout(), buyer);
  const [charge] = await checkout().listCharges(sale.purchaseId);
  await stripe().refunds.create({ charge: charge?.id ?? '', amount: 100 });
  await syncCharge(checkout().deps, charge?.id ?? '');
  const { receipts } = await checkout().caller(buyer).billing.receipts({});
  const refund = receipts.find(({ type }) => type === 'refund');
  expect(refund?.receiptNumber).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
  expect(await find(`#${refund?.receiptNumber}`)).toEqual([`/staff/purchases/${sale.purchaseId}`]);
});

test('the list of members finds both names in either order', async () => {
  const list = (search: string) =>
    checkout().staffCaller(staff).staff.lists.read({ list: 'members', search, filters: {} });
  for (const search of ['van zandt quen', 'quen van', 'quenna@', membership.number]) {
    expect((await list(search)).rows).toMatchObject([{ id: member.id, memberships: 1 }]);
  }
  expect((await list('quen smith')).rows).toEqual([]);
});

test('[D68] the list of members names someone with one name without the hyphen that stands for a last name', async () => {
  const { id } = await makeAccount(database.db, { firstname: 'Quellar', lastname: NO_LAST_NAME });
  const lists = checkout().staffCaller(staff).staff.lists;
  const { rows } = await lists.read({ list: 'members', search: 'quellar', filters: {} });
  expect(rows).toMatchObject([{ id, name: 'Quellar' }]);
});

test('finds names without regard to accents, apostrophes, and hyphens', async () => {
  const { db } = database;
  const { id } = await makeAccount(db, { firstname: 'Anne-Zoë', lastname: 'O’Néill' });
  const { businessId: inn } = await makeStore(db, { business: { name: 'O’Quay Bed & Breakfast' } });
  const findIds = async (text: string) => (await find(text)).map((path) => path.split('/').at(-1));
  for (const text of ['oneill', "O'Neill", 'O´NÉILL', 'o’neill anne zoe', 'anne zoe o', 'ANNE-ZOE'])
    expect(await findIds(text)).toEqual([id]);
  for (const text of ['oquay', "O'Quay bed and b", 'O’Quay Bed & Breakfast'])
    expect(await findIds(text)).toEqual([inn]);
});

test('a name’s key is the same in SQL and in JavaScript', async () => {
  const marks = fc.constantFrom(
    ...["'", '’', '‘', 'ʻ', '`', '´', '.', '-', '–', 'é', 'Ø', 'ł', 'ñ', 'ß', 'Å', 'İ', ' '],
  );
  const names = fc.array(fc.oneof(marks, fc.string({ unit: 'grapheme-composite', maxLength: 3 })), {
    maxLength: 8,
  });
  const samples = fc
    .sample(names, { numRuns: 300, seed: 7 })
    .map((parts) => parts.join(''))
    // Databases fold the case of ASCII letters only, or of all of them, by their locale.
    .map((name) => name.replace(/[^\x20-\x7e’‘ʻ´–éØłñÅ]/gu, ''));
  const { rows } = await sql<{ key: string }>`
    select name_search_key(name) as key from unnest(${samples}::text[]) with ordinality as list (name, number)
    order by number`.execute(database.db);
  expect(rows.map(({ key }) => key)).toEqual(samples.map(toNameKey));
});
