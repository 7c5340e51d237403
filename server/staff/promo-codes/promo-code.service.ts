import type { Db } from '#db/client.ts';
import {
  correctPromoCode,
  createPromoCode,
  describeTerms,
  findCodeState,
  limitPromoCode,
  requireLimits,
  requireRevision,
  setPromoCodeActive,
} from '../../domains/catalog/promo-code-changes.service.ts';
import type {
  PromoCodeLimits,
  PromoCodeSwitch,
  PromoCodeTerms,
} from '../../domains/catalog/promo-code-terms.schema.ts';
import { getLastDay } from '../../domains/catalog/promo-code-words.shared.ts';
import { formatDateInWords, startOfBusinessDate, toBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { readAuditTimeline } from '../kit/timeline.service.ts';
import { sumPromoCode } from './promo-code.repository.ts';
import type { PromoCodeDetail } from './promo-code.schema.ts';

type StaffContext = Pick<AccountContext, 'deps'>;

/** Throws NOT_FOUND. */
export async function readPromoCode(db: Db, id: string): Promise<PromoCodeDetail> {
  const storedCode = await findCodeState(db, id);
  if (!storedCode) throw new AppError('NOT_FOUND');
  const { validFrom, validUntil, ...code } = storedCode;
  const [totals, timeline] = await Promise.all([
    sumPromoCode(db, id),
    readAuditTimeline(db, [`promo-code:${id}`]),
  ]);
  return {
    ...code,
    firstDay: validFrom && toBusinessDate(validFrom),
    lastDay: validUntil && toBusinessDate(getLastDay(validUntil)),
    totals,
    timeline,
  };
}

/** Throws PROMO_CODE_EXISTS, or INVALID_INPUT if no buyer could use a code with these terms. */
export async function planNewCode({ deps }: StaffContext, terms: PromoCodeTerms) {
  await requireFreeCode(deps.db, terms.code);
  return {
    effects: await describeTerms(deps.db, terms),
    perform: (by: StaffAuthor) => createPromoCode(deps, terms, by),
    done: `Buyers can use ${terms.code} at checkout.`,
  };
}

/** Throws NOT_FOUND, CHANGED_SINCE, PROMO_CODE_USED, PROMO_CODE_EXISTS, or INVALID_INPUT. */
export async function planCorrection({ deps }: StaffContext, terms: PromoCodeTerms) {
  const { code, words, isUsed } = await requireRevision(deps.db, terms);
  if (isUsed) throw new AppError('PROMO_CODE_USED');
  if (terms.code !== code) await requireFreeCode(deps.db, terms.code);
  return {
    effects: [`Until now: ${code}: ${words}`, ...(await describeTerms(deps.db, terms))],
    perform: (by: StaffAuthor) => correctPromoCode(deps, terms, by),
    done: `${terms.code} was corrected.`,
  };
}

async function requireFreeCode(db: Db, code: string): Promise<void> {
  if (await findCodeState(db, code)) throw new AppError('PROMO_CODE_EXISTS', { field: 'code' });
}

const describeTimes = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Throws NOT_FOUND, CHANGED_SINCE, or INVALID_INPUT. */
export async function planLimits({ deps }: StaffContext, limits: PromoCodeLimits) {
  const { code, uses } = await requireLimits(deps.db, limits);
  const remainingUses = Math.max(0, limits.maxUses - uses);
  const { validUntil } = limits;
  return {
    effects: [
      `${code} was used ${describeTimes(uses)}. It can be used ${remainingUses === 1 ? 'once more' : `${remainingUses} more times`}.`,
      limits.maxUsesPerBuyer === null
        ? 'A buyer can use it any number of times.'
        : `A buyer can use it ${describeTimes(limits.maxUsesPerBuyer)}.`,
      validUntil === null
        ? 'It has no last day.'
        : `Its last day is ${formatDateInWords(startOfBusinessDate(validUntil))}.`,
    ],
    perform: (by: StaffAuthor) => limitPromoCode(deps, limits, by),
    done: `The new limits for ${code} apply.`,
  };
}

/** Throws NOT_FOUND, or CHANGED_SINCE if someone changed the code or has stopped or started it already. */
export async function planSwitch({ deps }: StaffContext, promoCode: PromoCodeSwitch, isActive: boolean) {
  const { code } = await requireRevision(deps.db, promoCode);
  return {
    effects: [
      isActive
        ? `Buyers can use ${code} again, within its limits.`
        : `No one can use ${code} for a new purchase.`,
      'Memberships and plans that were bought with it keep their price.',
    ],
    perform: (by: StaffAuthor) => setPromoCodeActive(deps, { ...promoCode, isActive }, by),
    done: isActive ? `${code} can be used again.` : `${code} is stopped.`,
  };
}
