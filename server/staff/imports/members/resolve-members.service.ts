import type { Db } from '#db/client.ts';
import type { Plan } from '../../../domains/catalog/plan.schema.ts';
import { listPlans } from '../../../domains/catalog/plan.service.ts';
import {
  type ForeignSubscription,
  readForeignSubscription,
} from '../../../domains/checkout/kinds/adopted-card/foreign-subscription.service.ts';
import { findImported } from '../../../domains/memberships/imported-membership.service.ts';
import { hasCustomer } from '../../../domains/payments/stripe-saved-card.service.ts';
import { endOfBusinessDate } from '../../../lib/dates.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type CellFault, digest, type MemberRow } from './member-row.ts';

/** A row with its key and its data at Stripe. */
export interface ResolvedRow {
  row: MemberRow;
  plan: Plan;
  /** Identifies the row in later imports. */
  key: string;
  /** Null if a subscription decides when the membership ends. */
  period: { start: Date; end: Date } | null;
  subscription: ForeignSubscription | null;
}

export type ResolvedOrFault = ResolvedRow | { row: MemberRow; fault: CellFault };

/** How many rows are looked up at Stripe at the same time. Stripe allows 100 calls a second. */
const PARALLEL_LOOKUPS = 8;

export async function listMemberPlans(db: Db): Promise<Plan[]> {
  return (await listPlans(db)).filter(({ kind }) => kind === 'consumer');
}

/** Resolves rows before the transaction. Reads from Stripe only rows that weren't imported before. */
export async function resolveMembers(
  deps: Pick<Deps, 'db' | 'now' | 'stripe'>,
  rows: readonly MemberRow[],
): Promise<ResolvedOrFault[]> {
  const now = deps.now();
  const resolvedRows = refuseRepeated(rows.map((row) => resolveRow(row, now)));
  const rowsWithStripeId = resolvedRows.filter((entry) => 'key' in entry && hasStripeId(entry.row));
  if (rowsWithStripeId.length === 0) return resolvedRows;
  const keys = rowsWithStripeId.flatMap((entry) => ('key' in entry ? [entry.key] : []));
  const importedMembers = await findImported(deps.db, keys, now);
  await forEachInParallel(resolvedRows, async (entry, index) => {
    if ('fault' in entry || importedMembers.has(entry.key) || !hasStripeId(entry.row)) return;
    resolvedRows[index] = await lookUpAtStripe(deps, entry);
  });
  return resolvedRows;
}

function hasStripeId({ customerId, subscriptionId }: MemberRow): boolean {
  return customerId !== null || subscriptionId !== null;
}

/**
 * A file can write a plan in several ways, so repeated rows can be found only after the plans are resolved.
 */
function refuseRepeated(entries: readonly ResolvedOrFault[]): ResolvedOrFault[] {
  const seenPersons = new Set<string>();
  return entries.map((entry) => {
    if ('fault' in entry) return entry;
    const person = `${entry.row.email.toLowerCase()} ${entry.plan.id}`;
    if (!seenPersons.has(person)) {
      seenPersons.add(person);
      return entry;
    }
    const message = 'An earlier row has this email and plan. A member can have each plan only once';
    return { row: entry.row, fault: { column: 'email', message } };
  });
}

async function forEachInParallel<T>(
  items: readonly T[],
  processItem: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) await processItem(item, index);
  };
  await Promise.all(Array.from({ length: PARALLEL_LOOKUPS }, worker));
}

function resolveRow(row: MemberRow, now: Date): ResolvedOrFault {
  const { plan } = row;
  if (!plan.isFamily && namesFamily(row)) {
    const message = 'Only a family plan includes other people. Choose one, or leave out their names';
    return { row, fault: { column: 'plan', message } };
  }
  const period = row.subscriptionId === null ? findPeriod(row, now) : null;
  const fault = period && findStatusFault(row, period.end, now);
  if (fault) return { row, fault };
  const key =
    row.externalId === null
      ? digest('email', row.email.toLowerCase(), plan.id)
      : digest('id', row.externalId);
  return { row, plan, key, period, subscription: null };
}

function namesFamily({ family: { spouseFirstName, spouseLastName, members } }: MemberRow): boolean {
  return spouseFirstName !== null || spouseLastName !== null || members.length > 0;
}

/** The membership ends with the last second of its last paid day, because cards show this date. */
function findPeriod({ started, paidThrough }: MemberRow, now: Date): { start: Date; end: Date } {
  const end = new Date(endOfBusinessDate(paidThrough ?? '').getTime() - 1000);
  if (started === null) return { start: now < end ? now : end, end };
  const startOfDay = new Date(`${started}T12:00:00Z`);
  return { start: startOfDay < end ? startOfDay : end, end };
}

function findStatusFault({ status }: MemberRow, end: Date, now: Date): CellFault | null {
  if (status === 'active' && end <= now) {
    const message = 'An active membership can’t have a last paid day in the past. Correct one of the two';
    return { column: 'paid_through', message };
  }
  if (status === 'expired' && end > now) {
    const message = 'An expired membership can’t be paid until a day in the future. Correct one of the two';
    return { column: 'paid_through', message };
  }
  return null;
}

async function lookUpAtStripe(deps: Pick<Deps, 'stripe'>, entry: ResolvedRow): Promise<ResolvedOrFault> {
  const { row, plan } = entry;
  const { subscriptionId, customerId } = row;
  if (subscriptionId !== null) {
    const foreignSubscription = await readForeignSubscription(deps, {
      id: subscriptionId,
      customerId,
      planId: plan.id,
    });
    if ('refusal' in foreignSubscription)
      return { row, fault: { column: foreignSubscription.column, message: foreignSubscription.refusal } };
    return { ...entry, subscription: foreignSubscription };
  }
  if (customerId !== null && !(await hasCustomer(deps, customerId))) {
    const message = 'Stripe doesn’t have this customer. Correct the ID, or leave it blank';
    return { row, fault: { column: 'stripe_customer_id', message } };
  }
  return entry;
}
