import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { postBalanceRange } from '#server/domains/payments/balance-transaction.service.ts';
import { reconcile } from '#server/domains/reconciliation/reconcile.service.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import type { SandboxControl } from '#server/sandbox/control.ts';
import type { ChargeSummary } from '#server/sandbox/http/control-schema.ts';
import { countGoods, NO_COUNTS } from '#tests/helpers/crash/books.ts';
import { recordingJobQueue } from '#tests/helpers/fakes/job-queue.ts';
import type { Buyer } from './buyers.ts';

const MAX_CHARGE_AGE_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/** Descriptions of the defects, by kind. */
export type Defects = Record<
  'lost' | 'double' | 'late' | 'charged after a refusal' | 'leaked holds' | 'found by reconcile',
  string[]
>;

export interface CheckOptions {
  db: Db;
  buyers: readonly Buyer[];
  sandbox: { url: string; control: SandboxControl };
  from: Date;
}

/** Compares the outcomes that buyers saw with our database and with Stripe. */
export async function findDefects({ db, buyers, sandbox, from }: CheckOptions): Promise<Defects> {
  const now = await sandbox.control.now();
  const defects: Defects = {
    lost: [],
    double: [],
    late: [],
    'charged after a refusal': [],
    'leaked holds': await findHolds(db),
    'found by reconcile': [],
  };
  const purchases = await db
    .selectFrom('purchases')
    .select(['id', 'kind', 'email', 'status', 'totalCents', 'attemptStartedAt'])
    // Exclude rows from a test factory, which were never sent to Stripe.
    .where('fingerprint', 'not like', 'fingerprint-%')
    .execute();
  const goodsByPurchase = await countGoods(db);
  const charges = Map.groupBy(await sandbox.control.charges(), ({ metadata }) => metadata.purchase ?? '');
  const keptCharges = (id: string) => (charges.get(id) ?? []).filter(isKept);

  for (const { id, kind, status, totalCents, attemptStartedAt } of purchases) {
    const { fulfillments, payments, receipts, extraEmployees } = goodsByPurchase.get(id) ?? NO_COUNTS;
    const amounts = keptCharges(id).map(({ amount }) => amount);
    const facts = `${kind} ${id}: ${status}, charged ${amounts}, ${fulfillments} fulfillments, ${payments} payments, ${receipts} receipts`;
    const isFulfilled =
      status === 'paid' && fulfillments > 0 && payments > 0 && receipts > 0 && extraEmployees === 0;
    if ((status === 'paid' || amounts.length > 0) && !isFulfilled) defects.lost.push(facts);
    if (amounts.length > 1 || (status === 'paid' && fulfillments > 1)) defects.double.push(facts);
    if (amounts.some((amount) => amount !== totalCents)) defects.lost.push(`${facts}, total ${totalCents}`);
    const lateness = (charges.get(id) ?? []).map(
      ({ created }) => Date.parse(created) - attemptStartedAt.getTime(),
    );
    if (lateness.some((ms) => ms > MAX_CHARGE_AGE_MS))
      defects.late.push(`${facts}, ${Math.max(...lateness)} ms`);
  }

  const byEmail = Map.groupBy(purchases, ({ email }) => email);
  for (const { email, lastOutcome, path, retry, client, hasTwoTabs } of buyers) {
    const theirPurchases = byEmail.get(email) ?? [];
    const paidPurchases = theirPurchases.filter(({ status }) => status === 'paid');
    const facts = `${path} by ${client.api} of ${email} (${retry}${hasTwoTabs ? ', two tabs' : ''}), last outcome ${lastOutcome}: ${theirPurchases.map(({ id, status }) => `${id} ${status}`)}`;
    if (lastOutcome === 'paid' && paidPurchases.length === 0) defects.lost.push(facts);
    if (paidPurchases.length > 1) defects.double.push(facts);
    if (lastOutcome === 'refused' && theirPurchases.some(({ id }) => keptCharges(id).length > 0))
      defects['charged after a refusal'].push(facts);
  }

  const stripe = createStripe({ secretKey: 'sk_test_faults', apiUrl: sandbox.url });
  const period = { from: new Date(from.getTime() - DAY_MS), to: new Date(now.getTime() + DAY_MS) };
  // The servers read balance transactions only every hour, so post the rest here.
  await postBalanceRange({ db, stripe, jobs: recordingJobQueue() }, { from: period.from, to: null });
  const findings = await reconcile({ db, stripe, now: () => now }, period);
  defects['found by reconcile'] = findings.map((finding) => JSON.stringify(finding));
  return defects;
}

const isKept = ({ amount, refunded }: ChargeSummary) => refunded < amount;

async function findHolds(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('promoHolds')
    .innerJoin('purchases', 'purchases.id', 'promoHolds.purchaseId')
    .select(['purchases.id', 'purchases.status'])
    .where('promoHolds.status', '=', 'held')
    .execute();
  return rows.map(({ id, status }) => `${id}: ${status}`);
}

/** Counts the emails and the `sync-` jobs that are unfinished and due within five minutes. */
export async function countOpenJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where state in ('created', 'retry', 'active') and start_after < now() + interval '5 minutes'
      and (name in ('mail', 'receipt') or name like 'sync-%')`.execute(db);
  return rows[0]?.count ?? 0;
}
