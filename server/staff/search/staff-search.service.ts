import { z } from 'zod';
import { findCase } from '../../domains/checkout/repair/purchase-case.service.ts';
import { RepairRefused } from '../../domains/checkout/repair/repair-errors.ts';
import { formatMembershipNumber } from '../../lib/membership-number.ts';
import { formatCents } from '../../lib/money.ts';
import { readEmail } from '../../lib/readers/email.ts';
import { readMembershipNumber } from '../../lib/readers/membership-number.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import { formatPersonName } from '../../lib/same-person.ts';
import type { Deps } from '../../platform/deps.ts';
import { staffPath } from '../sections.shared.ts';
import * as rows from './staff-search.repository.ts';
import type { SearchHit } from './staff-search.schema.ts';

type Find = (deps: Deps, text: string) => Promise<SearchHit[]>;

interface Recognizer {
  /** Returns the text in the form that `find` expects, or null if it is of another kind. */
  recognize(text: string): string | null;
  find: Find;
}

const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : null);

/** The kinds of text that can be looked up. A text that none of them finds is searched for as a name. */
const RECOGNIZERS: readonly Recognizer[] = [
  { recognize: (text) => valueOrNull(readMembershipNumber(text)), find: findByNumber },
  {
    recognize: (text) => (text.includes('@') ? (valueOrNull(readEmail(text)) ?? text) : null),
    find: findByEmail,
  },
  { recognize: matching(/^cus_\w+$/), find: findByCustomer },
  { recognize: matching(/^(?:sub|in|pi|ch|py|re|dp|du)_\w+$/), find: findByStripeId },
  { recognize: (text) => z.uuid().safeParse(text.toLowerCase()).data ?? null, find: findById },
  { recognize: readReceiptNumber, find: findByReceipt },
];

/** A receipt's number, such as '3D2C-1B0A', is the end of an id. */
function readReceiptNumber(text: string): string | null {
  const [, start, end] = /^#?([0-9a-f]{4})[-\s]?([0-9a-f]{4})$/i.exec(text) ?? [];
  return start === undefined ? null : `${start}${end}`.toLowerCase();
}

/** Finds what staff typed or pasted, with its page in the console. */
export async function findAnything(deps: Deps, text: string): Promise<SearchHit[]> {
  for (const { recognize, find } of RECOGNIZERS) {
    const lookupText = recognize(text);
    const hits = lookupText === null ? [] : await find(deps, lookupText);
    if (hits.length > 0) return hits;
  }
  return findByName(deps, text);
}

async function findByNumber({ db }: Deps, number: string): Promise<SearchHit[]> {
  return (await rows.findMembershipByNumber(db, number)).map(toMembershipHit);
}

async function findByEmail({ db }: Deps, email: string): Promise<SearchHit[]> {
  const accounts = await rows.findAccountsByEmail(db, email);
  const guests = await rows.findGuestMemberships(db, email);
  return [...accounts.map(toMemberHit), ...guests.map(toMembershipHit)];
}

async function findByCustomer({ db }: Deps, customerId: string): Promise<SearchHit[]> {
  const accounts = await rows.findAccountsByCustomer(db, customerId);
  const purchases = await rows.findPurchasesOfCustomer(db, customerId);
  return [...accounts.map(toMemberHit), ...purchases.map(toPurchaseHit)];
}

/** Only Stripe knows which sale a charge, refund, or dispute belongs to. */
async function findByStripeId(deps: Deps, id: string): Promise<SearchHit[]> {
  try {
    const { purchase } = await findCase(deps, id);
    if (purchase) return [toPurchaseHit(purchase)];
    const detail = 'Only Stripe has it: none of our purchases matches it';
    return [{ kind: 'purchase', title: id, detail, path: staffPath('purchases', id) }];
  } catch (error) {
    if (error instanceof RepairRefused) return [];
    throw error;
  }
}

async function findById({ db }: Deps, id: string): Promise<SearchHit[]> {
  const [accounts, memberships, purchases, purchasesOfPayment] = await Promise.all([
    rows.findAccountById(db, id),
    rows.findMembershipById(db, id),
    rows.findPurchaseById(db, id),
    rows.findPurchaseOfPayment(db, id),
  ]);
  return [
    ...accounts.map(toMemberHit),
    ...memberships.map(toMembershipHit),
    ...[...purchases, ...purchasesOfPayment].map(toPurchaseHit),
  ];
}

async function findByReceipt({ db }: Deps, ending: string): Promise<SearchHit[]> {
  return (await rows.findPurchasesByReceipt(db, ending)).map(toPurchaseHit);
}

/** A member is listed once, not again for each card with the same owner. */
async function findByName({ db }: Deps, text: string): Promise<SearchHit[]> {
  const [importedMemberships, affiliates, accounts, memberships, businesses] = await Promise.all([
    rows.findMembershipsByOldNumber(db, text),
    rows.findAccountsByCode(db, text),
    rows.findAccountsByName(db, text),
    rows.findMembershipsByName(db, text),
    rows.findBusinesses(db, text),
  ]);
  const accountIds = new Set(accounts.map(({ id }) => id));
  return [
    ...importedMemberships.map(toMembershipHit),
    ...affiliates.map(toAffiliateHit),
    ...accounts.map(toMemberHit),
    ...memberships
      .filter(({ accountId }) => accountId === null || !accountIds.has(accountId))
      .map(toMembershipHit),
    ...businesses.map(toBusinessHit),
  ];
}

interface Person {
  id: string;
  firstname: string;
  lastname: string;
}

const fullName = ({ firstname, lastname }: Person) =>
  formatPersonName({ firstname, lastname }) || '(no name)';

function toMemberHit(account: Person & { email: string }): SearchHit {
  const path = staffPath('members', account.id);
  return { kind: 'member', title: fullName(account), detail: account.email, path };
}

function toAffiliateHit(account: Person & { email: string; referenceCode: string | null }): SearchHit {
  const detail = `Reference code ${account.referenceCode}`;
  return { ...toMemberHit(account), kind: 'affiliate', detail, path: staffPath('affiliates', account.id) };
}

function toMembershipHit(
  membership: Person & { number: string; plan: string; accountId: string | null },
): SearchHit {
  const number = formatMembershipNumber(membership.number);
  const owner = membership.accountId === null ? ', without an account' : '';
  return {
    kind: 'membership',
    title: fullName(membership),
    detail: `${number}, ${membership.plan}${owner}`,
    path: staffPath('memberships', membership.id),
  };
}

function toPurchaseHit({
  id,
  email,
  status,
  totalCents,
}: Awaited<ReturnType<typeof rows.findPurchaseById>>[number]) {
  const detail = `${email}, ${formatCents(totalCents)}, ${status}`;
  return { kind: 'purchase' as const, title: `Purchase ${id}`, detail, path: staffPath('purchases', id) };
}

function toBusinessHit({ id, name, isListed }: { id: string; name: string; isListed: boolean }): SearchHit {
  const detail = isListed ? 'Listed' : 'Not listed';
  return { kind: 'business', title: name, detail, path: staffPath('businesses', id) };
}
