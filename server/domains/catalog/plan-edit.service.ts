import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { readDollars } from '../../lib/readers/money.ts';
import { valueOrNull } from '../../lib/readers/reading.ts';
import type { Deps } from '../../platform/deps.ts';
import { hashJson } from '../../platform/hash-json.ts';
import { type Actor, recordAudit } from '../../platform/monitoring/audit.service.ts';
import { findPlans, lockPlans, updatePlan } from './plan.repository.ts';
import type { Plan } from './plan.schema.ts';
import { type PlanEdit, splitPoints } from './plan-edit.schema.ts';
import { MIN_CHARGE_CENTS } from './price.shared.ts';

/** Returns a hash that changes with any property that staff can edit. */
export function computePlanRevision(plan: Plan): string {
  return hashJson(plan).slice(0, 16);
}

export interface EditedPlan {
  before: Plan;
  after: Plan;
}

/**
 * Returns the plan before and after the edit. Throws if the edit isn't allowed or if the plan has changed
 * since.
 */
export async function checkPlanEdit(db: Db, edit: PlanEdit): Promise<EditedPlan> {
  return applyEdit(await findPlans(db), edit);
}

/**
 * Changes a plan's names, text, and price. A new price applies only to new purchases. Running subscriptions
 * and open purchases keep the price in their own quotes.
 */
export async function changePlan(
  { db, now, jobs }: Pick<Deps, 'db' | 'now' | 'jobs'>,
  edit: PlanEdit,
  by: Actor,
): Promise<EditedPlan> {
  return inTransaction(db, async (trx) => {
    const editedPlan = applyEdit(await lockPlans(trx), edit);
    await updatePlan(trx, editedPlan.after);
    if (editedPlan.after.orderSummaryName !== editedPlan.before.orderSummaryName) {
      await jobs.enqueue(trx, 'sync-product', { planId: edit.id });
    }
    const changes = describePlanChanges(editedPlan);
    const list = (value: 'before' | 'after') =>
      changes.map((row) => `${row.label}: ${row[value]}`).join('\n');
    const change = { before: list('before'), after: list('after') };
    await recordAudit(trx, { action: 'plan.change', subject: `plan:${edit.id}`, at: now(), change, ...by });
    return editedPlan;
  });
}

interface PlanChangeRow {
  label: string;
  before: string;
  after: string;
}

/** Lists the properties that the edit changes, such as the price. */
export function describePlanChanges({ before, after }: EditedPlan): PlanChangeRow[] {
  const rows: Array<[label: string, read: (plan: Plan) => string]> = [
    ['Name', (plan) => plan.name],
    ['Name in orders', (plan) => plan.orderSummaryName],
    ['Price', (plan) => formatCents(plan.priceCents)],
    ['Title', (plan) => plan.copy.title],
    ['Label', (plan) => plan.copy.label],
    ['Summary', (plan) => plan.copy.summary],
    ['Points', (plan) => plan.copy.points.join(' / ')],
  ];
  return rows
    .map(([label, read]) => ({ label, before: read(before), after: read(after) }))
    .filter((row) => row.before !== row.after);
}

function applyEdit(plans: readonly Plan[], edit: PlanEdit): EditedPlan {
  const before = plans.find(({ id }) => id === edit.id);
  if (!before) throw new AppError('NOT_FOUND');
  if (computePlanRevision(before) !== edit.revision) throw new AppError('CHANGED_SINCE');
  const after = {
    ...before,
    name: edit.name,
    orderSummaryName: edit.orderSummaryName,
    priceCents: valueOrNull(readDollars(edit.price)) ?? before.priceCents,
    copy: {
      title: edit.title,
      label: edit.label,
      summary: edit.summary,
      points: splitPoints(edit.points),
    },
  };
  requireValidPrice(plans, after);
  // Receipts and the page that requests a card read the card's shipping times from `points` by position.
  if (after.kind === 'addon' && after.copy.points.length !== before.copy.points.length) {
    throw refuse('points', `Use ${before.copy.points.length} lines`);
  }
  if (describePlanChanges({ before, after }).length === 0) throw refuse('name', 'Nothing has changed');
  return { before, after };
}

function requireValidPrice(plans: readonly Plan[], { isCompanyPlan, priceCents, ...plan }: Plan): void {
  if (isCompanyPlan) {
    if (priceCents !== 0) throw refuse('price', 'Companies pay for their cards, so this plan costs nothing');
    return;
  }
  if (priceCents < MIN_CHARGE_CENTS) throw refuse('price', `Use at least ${formatCents(MIN_CHARGE_CENTS)}`);
  const isAlternative = (other: Plan) =>
    other.kind === plan.kind && !other.isCompanyPlan && other.isFamily !== plan.isFamily;
  const alternative = plan.kind === 'business' ? undefined : plans.find(isAlternative);
  if (!alternative) return;
  const [singleCents, familyCents] = plan.isFamily
    ? [alternative.priceCents, priceCents]
    : [priceCents, alternative.priceCents];
  if (familyCents < singleCents) {
    throw refuse('price', 'A family plan can’t cost less than the individual plan');
  }
}

function refuse(field: string, message: string): AppError {
  return new AppError('INVALID_INPUT', { field, message });
}
