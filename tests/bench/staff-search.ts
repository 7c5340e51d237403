import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/database.ts';
import { readCompanies } from '#server/staff/companies/company-list.repository.ts';
import type { ListRequest } from '#server/staff/kit/list.repository.ts';
import { readMembers } from '#server/staff/members/member-list.repository.ts';
import { readMemberships } from '#server/staff/members/membership-list.repository.ts';
import { readMessages } from '#server/staff/messages/message-list.repository.ts';
import { readMoney } from '#server/staff/overview/figure-lists.repository.ts';
import { readPromoCodes } from '#server/staff/promo-codes/promo-code-list.repository.ts';
import * as search from '#server/staff/search/staff-search.repository.ts';
import { fillConsole } from './support/console-rows.ts';
import { withDatabase } from './support/database.ts';
import { median } from './support/figures.ts';
import { fillMembers } from './support/members.ts';

// Searches for people as staff do, and lists members, companies, messages, promo codes, and payments page by
// page. Exits with 1 if a call's median time exceeds the goal, or if a call scans a whole table. Usage:
//   node tests/bench/staff-search.ts [members]
const MEMBERS = Number(process.argv[2] ?? 1_000_000);
const GOAL_MS = 300;
/** How often each call runs. More than 5, because PostgreSQL may then switch to a generic plan. */
const RUNS = 12;

type Db = Kysely<Database>;
type Cases = Record<string, (db: Db) => Promise<unknown>>;

const LIST: ListRequest = {
  search: '',
  filters: {},
  sort: { column: 'name', isDescending: false },
  after: null,
  limit: 51,
  now: new Date(),
};
const byDate = (column: string) => ({ sort: { column, isDescending: true } });
/** A cursor in the middle of a list sorted by name. */
const MIDDLE = { key: 'martinez ', id: '80000000-0000-4000-8000-000000000000' };

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const LAST_MONTH = { from: daysAgo(30), to: daysAgo(0) };

/** Common and rare names, prefixes, and first and last names in either order. */
const NAMES = ['mar', 'martin', 'maria g', 'smi', 'smith joh', 'zuz', 'nobody at all', 'ba'];

const CASES: Cases = {
  ...createCases('box, members', (db, name) => search.findAccountsByName(db, name)),
  ...createCases('box, memberships', (db, name) => search.findMembershipsByName(db, name)),
  ...createCases('box, businesses', (db, name) => search.findBusinesses(db, name)),
  ...createCases('list of members, by name', (db, name) => readMembers(db, { ...LIST, search: name })),
  ...createCases('list of members, newest first', (db, name) =>
    readMembers(db, { ...LIST, ...byDate('joined'), search: name }),
  ),
  ...createCases('list of memberships, newest first', (db, name) =>
    readMemberships(db, { ...LIST, ...byDate('created'), search: name }),
  ),
  'box, email': (db) => search.findAccountsByEmail(db, 'member-12345'),
  'box, guest’s email': (db) => search.findGuestMemberships(db, 'guest-12@example.com'),
  'box, receipt': (db) => search.findPurchasesByReceipt(db, '3d2c1b0a'),
  'box, Stripe customer': (db) => search.findPurchasesOfCustomer(db, 'cus_12345'),
  'box, reference code': (db) => search.findAccountsByCode(db, 'NOBODY'),
  'members, first page': (db) => readMembers(db, { ...LIST, ...byDate('joined') }),
  'members, page in the middle': (db) => readMembers(db, { ...LIST, after: MIDDLE }),
  'members, staff only': (db) => readMembers(db, { ...LIST, filters: { type: '10' } }),
  'memberships, first page': (db) => readMemberships(db, { ...LIST, ...byDate('created') }),
  'memberships, page in the middle': (db) => readMemberships(db, { ...LIST, after: MIDDLE }),
  'memberships, without an account': (db) =>
    readMemberships(db, { ...LIST, ...byDate('created'), filters: { owner: 'nobody' } }),
  'memberships, overdue': (db) =>
    readMemberships(db, { ...LIST, ...byDate('created'), filters: { payment: 'overdue' } }),
  'memberships, member’s email': (db) => readMemberships(db, { ...LIST, search: 'member-12345@' }),
};

const LISTS: Cases = {
  ...createCases('companies, by name', (db, name) => readCompanies(db, { ...LIST, search: name })),
  ...createCases('companies, newest first', (db, name) =>
    readCompanies(db, { ...LIST, ...byDate('created'), search: name }),
  ),
  ...createCases('messages, newest first', (db, name) =>
    readMessages(db, { ...LIST, ...byDate('received'), search: name }),
  ),
  'companies, a word in each ninth name': (db) => readCompanies(db, { ...LIST, search: 'log' }),
  ...Object.fromEntries(
    ['running', 'scheduled', 'usedUp', 'stopped', 'expired'].map((state) => [
      `promo codes, ${state}`,
      (db: Db) => readPromoCodes(db, { ...LIST, ...byDate('created'), filters: { state } }),
    ]),
  ),
  ...Object.fromEntries(
    ['revenue', 'refunds', 'disputes'].flatMap((figure) => [
      [
        `money, ${figure}`,
        (db: Db) => readMoney(db, { ...LIST, ...byDate('at'), filters: { figure } }),
      ] as const,
      [
        `money, ${figure} of 30 days`,
        (db: Db) => readMoney(db, { ...LIST, ...byDate('at'), filters: { figure, ...LAST_MONTH } }),
      ] as const,
    ]),
  ),
  'money, all of 30 days': (db) => readMoney(db, { ...LIST, ...byDate('at'), filters: LAST_MONTH }),
};

function createCases(title: string, run: (db: Db, name: string) => Promise<unknown>): Cases {
  return Object.fromEntries(NAMES.map((name) => [`${title}: ${name}`, (db: Db) => run(db, name)]));
}

/** Returns how often each large table has been scanned sequentially. */
async function countSequentialScans(db: Db): Promise<Map<string, number>> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ name: string; scans: number }>`
    select relname as name, seq_scan::int as scans from pg_stat_user_tables where n_live_tup > 10000`.execute(
    db,
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
}

await withDatabase(async ({ url, client: { db }, description }) => {
  console.log(`${description}. Adding ${MEMBERS.toLocaleString('en-US')} members …`);
  await fillMembers(url, MEMBERS);
  await fillConsole(url, MEMBERS);
  const missedNames: string[] = [];
  for (const [name, run] of Object.entries({ ...CASES, ...LISTS })) {
    const before = await countSequentialScans(db);
    const times: number[] = [];
    for (let count = 0; count < RUNS; count += 1) {
      const startedAt = performance.now();
      await run(db);
      times.push(performance.now() - startedAt);
    }
    const after = await countSequentialScans(db);
    const scannedTables = [...after].filter(([table, scans]) => scans > (before.get(table) ?? 0));
    const slowest = Math.max(...times);
    const isMissed = median(times) > GOAL_MS || scannedTables.length > 0;
    if (isMissed) missedNames.push(name);
    const scans = scannedTables.map(([table]) => ` READS ALL OF ${table}`).join('');
    console.log(
      `${isMissed ? '✗' : '✓'} ${name}: ${median(times).toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms${scans}`,
    );
  }
  if (missedNames.length > 0) process.exitCode = 1;
});
