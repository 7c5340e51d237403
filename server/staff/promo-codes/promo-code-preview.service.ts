import type { Db } from '#db/client.ts';
import {
  describeTerms,
  findCodeState,
  requireLimits,
  requireRevision,
} from '../../domains/catalog/promo-code-changes.service.ts';
import type {
  PromoCodeLimits,
  PromoCodeSwitch,
  PromoCodeTerms,
} from '../../domains/catalog/promo-code-terms.schema.ts';
import { formatDateInWords, startOfBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';

/** Throws PROMO_CODE_EXISTS, or INVALID_INPUT if no buyer could use a code with these terms. */
export async function previewNewCode(db: Db, terms: PromoCodeTerms) {
  if (await findCodeState(db, terms.code)) throw new AppError('PROMO_CODE_EXISTS', { field: 'code' });
  const effects = await describeTerms(db, terms);
  return { effects, state: effects };
}

/** Throws NOT_FOUND, CHANGED_SINCE, PROMO_CODE_USED, PROMO_CODE_EXISTS, or INVALID_INPUT. */
export async function previewCorrection(db: Db, terms: PromoCodeTerms) {
  const { code, words, isUsed } = await requireRevision(db, terms);
  if (isUsed) throw new AppError('PROMO_CODE_USED');
  if (terms.code !== code && (await findCodeState(db, terms.code)))
    throw new AppError('PROMO_CODE_EXISTS', { field: 'code' });
  const effects = await describeTerms(db, terms);
  return { effects: [`Until now: ${code}: ${words}`, ...effects], state: effects };
}

const describeTimes = (count: number) => (count === 1 ? 'once' : `${count} times`);

/** Throws NOT_FOUND, CHANGED_SINCE, or INVALID_INPUT. */
export async function previewLimits(db: Db, limits: PromoCodeLimits) {
  const { code, uses, revision } = await requireLimits(db, limits);
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
    state: { revision, uses },
  };
}

/** Throws NOT_FOUND, or CHANGED_SINCE if someone changed the code or has stopped or started it already. */
export async function previewSwitch(db: Db, promoCode: PromoCodeSwitch, isActive: boolean) {
  const { code, revision } = await requireRevision(db, promoCode);
  const effect = isActive
    ? `Buyers can use ${code} again, within its limits.`
    : `No one can use ${code} for a new purchase.`;
  return {
    effects: [effect, `Memberships and plans that were bought with it keep their price.`],
    state: { revision },
  };
}
