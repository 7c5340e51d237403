import { type Db, inTransaction, type Trx } from '#db/client.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { formatCents } from '../../lib/money.ts';
import { MAX_FREE_PROMO_USES } from '../../lib/staff-bounds.ts';
import type { Deps } from '../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import type { AuditAction } from '../../platform/monitoring/audit-actions.shared.ts';
import type { Plan } from './plan.schema.ts';
import { listPlans } from './plan.service.ts';
import { MIN_CHARGE_CENTS, priceCart } from './price.shared.ts';
import {
  countPromoUses,
  findPromoCode,
  insertPromoCode,
  isPromoCodeUsed,
  lockPromoCode,
  replacePromoCode,
  type StoredPromoCode,
  updatePromoCode,
} from './promo-code.repository.ts';
import type { PromoCode } from './promo-code.schema.ts';
import type { PromoCodeLimits, PromoCodeSwitch, PromoCodeTerms } from './promo-code-terms.schema.ts';
import { describePromoCode } from './promo-code-words.shared.ts';

type ChangeDeps = Pick<Deps, 'db' | 'now'>;
function toNewPromoCode({ id: _, revision: __, ...terms }: PromoCodeTerms) {
  return {
    ...terms,
    validFrom: terms.validFrom === null ? null : startOfBusinessDate(terms.validFrom),
    validUntil: terms.validUntil === null ? null : endOfBusinessDate(terms.validUntil),
  };
}

/** Returns the plans that a code can discount, which excludes add-ons. */
export async function listDiscountablePlans(db: Db): Promise<Plan[]> {
  return (await listPlans(db)).filter(({ kind }) => kind !== 'addon');
}

/**
 * Returns a sentence that describes the terms, and a line about each plan's discounted price. Throws
 * PLAN_NOT_FOUND for an unknown plan, and INVALID_INPUT if a code that needs no card leaves something to pay,
 * if a chosen plan's price is below Stripe's minimum, or if it gives away too much.
 */
export async function describeTerms(db: Db, terms: PromoCodeTerms): Promise<string[]> {
  const plans = await listDiscountablePlans(db);
  const code = toNewPromoCode(terms);
  requireFewFreeUses(code, terms.maxUses, plans);
  return [`${code.code}: ${describePromoCode(code, plans)}`, ...describePrices(code, plans)];
}

const findMatchingPlans = ({ plans: chosenPlans, isFree }: PromoCode, plans: readonly Plan[]) =>
  plans.filter((plan) =>
    chosenPlans.length > 0
      ? chosenPlans.some(({ planId }) => planId === plan.id)
      : !isFree || (plan.kind === 'consumer' && plan.billingInterval === 'month'),
  );

/** Throws INVALID_INPUT if a code that leaves nothing to pay for a plan can be used too often (D74). */
function requireFewFreeUses(code: PromoCode, maxUses: number, plans: readonly Plan[]): void {
  if (maxUses <= MAX_FREE_PROMO_USES) return;
  const freePlan = findMatchingPlans(code, plans).find(
    (plan) => !plan.isCompanyPlan && priceCart(plan, [], code).totalCents === 0,
  );
  if (freePlan === undefined) return;
  const message = `At most ${MAX_FREE_PROMO_USES.toLocaleString('en-US')}, because ${freePlan.orderSummaryName} would cost nothing`;
  throw new AppError('INVALID_INPUT', { field: 'maxUses', message });
}

/** Throws NOT_FOUND, CHANGED_SINCE, or INVALID_INPUT unless the code may be used that often. */
export async function requireLimits(db: Db, limits: PromoCodeLimits): Promise<CodeState> {
  const state = await requireRevision(db, limits);
  requireFewFreeUses(state, limits.maxUses, await listDiscountablePlans(db));
  return state;
}

function describePrices(code: PromoCode, plans: readonly Plan[]): string[] {
  const { plans: chosenPlans, isFree } = code;
  const unknownPlan = chosenPlans.find(({ planId }) => plans.every(({ id }) => id !== planId));
  if (unknownPlan) throw new AppError('PLAN_NOT_FOUND', { field: 'discount' });
  return findMatchingPlans(code, plans).flatMap((plan) => {
    // The company's own plan has no price. Its code applies to every card.
    if (plan.isCompanyPlan) return [`${plan.orderSummaryName}: applies to every card of the company`];
    const { totalCents } = priceCart(plan, [], code);
    if (isFree && totalCents > 0) {
      throw new AppError('INVALID_INPUT', {
        field: 'isFree',
        message: `Without a card, the first period must cost $0.00, but ${plan.orderSummaryName} would cost ${formatCents(totalCents)}.`,
      });
    }
    const change = `${plan.orderSummaryName}: ${formatCents(totalCents)} instead of ${formatCents(plan.priceCents)}`;
    if (totalCents === 0 || totalCents >= MIN_CHARGE_CENTS) return [change];
    if (chosenPlans.length === 0)
      return [`${plan.orderSummaryName}: can’t be used, because less than $0.50 would be left`];
    throw new AppError('INVALID_INPUT', {
      field: 'discount',
      message: `${plan.orderSummaryName} would cost ${formatCents(totalCents)}, but cards can’t be charged less than $0.50.`,
    });
  });
}

/** Throws PROMO_CODE_EXISTS or INVALID_INPUT. */
export async function createPromoCode(
  { db, now }: ChangeDeps,
  terms: PromoCodeTerms,
  action: StaffAuthor,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const [after = ''] = await describeTerms(trx, terms);
    if (!(await insertPromoCode(trx, toNewPromoCode(terms)))) throw createExistsError();
    const subject = `promo-code:${terms.code}`;
    const change = { before: null, after };
    await recordAudit(trx, { ...action, action: 'promo-code.create', subject, at: now(), change });
  });
}

const createExistsError = () => new AppError('PROMO_CODE_EXISTS', { field: 'code' });

/** Replaces every property. Throws PROMO_CODE_USED, PROMO_CODE_EXISTS, CHANGED_SINCE, or INVALID_INPUT. */
export async function correctPromoCode(
  deps: ChangeDeps,
  terms: PromoCodeTerms,
  action: StaffAuthor,
): Promise<void> {
  await changePromoCode(deps, terms, { ...action, action: 'promo-code.correct' }, async (trx, { isUsed }) => {
    if (isUsed) throw new AppError('PROMO_CODE_USED');
    await describeTerms(trx, terms);
    if (terms.code !== terms.id && (await findPromoCode(trx, terms.code))) throw createExistsError();
    await replacePromoCode(trx, terms.id, toNewPromoCode(terms));
    return terms.code;
  });
}

/** Changes how often and until when the code can be used. Throws NOT_FOUND, CHANGED_SINCE, or INVALID_INPUT. */
export async function limitPromoCode(
  deps: ChangeDeps,
  limits: PromoCodeLimits,
  action: StaffAuthor,
): Promise<void> {
  const { maxUses, maxUsesPerBuyer, validUntil } = limits;
  await changePromoCode(deps, limits, { ...action, action: 'promo-code.limit' }, async (trx, storedCode) => {
    requireFewFreeUses(storedCode, maxUses, await listDiscountablePlans(trx));
    const end = validUntil === null ? null : endOfBusinessDate(validUntil);
    if (end && storedCode.validFrom && end <= storedCode.validFrom)
      throw new AppError('INVALID_INPUT', {
        field: 'validUntil',
        message: 'The last day can’t be before the first',
      });
    await updatePromoCode(trx, storedCode.code, { maxUses, maxUsesPerBuyer, validUntil: end });
    return storedCode.code;
  });
}

/** Stops a code, or starts it again. Subscriptions keep the price at which they were sold. */
export async function setPromoCodeActive(
  deps: ChangeDeps,
  { isActive, ...editedCode }: PromoCodeSwitch & { isActive: boolean },
  action: StaffAuthor,
): Promise<void> {
  const name = isActive ? 'promo-code.start' : 'promo-code.stop';
  await changePromoCode(deps, editedCode, { ...action, action: name }, async (trx, storedCode) => {
    await updatePromoCode(trx, storedCode.code, { isActive });
    return storedCode.code;
  });
}

export interface CodeState extends StoredPromoCode {
  /** The terms, as text for staff. */
  words: string;
  /** How many paid and open purchases use the code. */
  uses: number;
  /** True if any purchase used it, even if that failed. It can then only be limited or stopped. */
  isUsed: boolean;
}

export async function findCodeState(db: Db, code: string): Promise<CodeState | undefined> {
  const storedCode = await findPromoCode(db, code);
  if (!storedCode) return undefined;
  const [plans, uses, isUsed] = await Promise.all([
    listPlans(db),
    countPromoUses(db, code),
    isPromoCodeUsed(db, code),
  ]);
  return { ...storedCode, words: describePromoCode(storedCode, plans), uses, isUsed };
}

/** Returns the code. Throws NOT_FOUND, or CHANGED_SINCE if the code has changed since the form was opened. */
export async function requireRevision(db: Db, { id, revision }: PromoCodeSwitch): Promise<CodeState> {
  const state = await findCodeState(db, id);
  if (!state) throw new AppError('NOT_FOUND');
  if (state.revision !== revision) throw new AppError('CHANGED_SINCE');
  return state;
}

/** Runs `change` and records it in the audit log. `change` returns the code, which it may have renamed. */
async function changePromoCode(
  { db, now }: ChangeDeps,
  editedCode: PromoCodeSwitch,
  action: StaffAuthor & { action: AuditAction },
  change: (trx: Trx, state: CodeState) => Promise<string>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockPromoCode(trx, editedCode.id);
    const state = await requireRevision(trx, editedCode);
    const code = await change(trx, state);
    await recordAudit(trx, {
      ...action,
      subject: `promo-code:${code}`,
      at: now(),
      change: { before: describeState(state), after: describeState(await findCodeState(trx, code)) },
    });
  });
}

const describeState = (state: CodeState | undefined) =>
  state ? `${state.code}: ${state.words}${state.isActive ? '' : ', stopped'}` : null;
