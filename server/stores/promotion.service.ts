import { setImmediate } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import {
  isTooLongTogether,
  MAX_PROMOTION_LENGTH,
  PROMOTION_TOO_LONG,
  PROMOTIONS_TOO_LONG,
  type PromotionDraft,
} from './business-draft.schema.ts';
import { sanitizeRichText } from './rich-text.ts';
import type { Refusal } from './store.service.ts';

const TRIAL_QUOTA = { count: 5, length: 5_000 };

/** Sanitizes each description; null for a promotion whose description becomes empty. */
async function sanitizeEach(promotions: readonly PromotionDraft[]): Promise<Array<PromotionDraft | null>> {
  const sanitized: Array<PromotionDraft | null> = [];
  for (const promotion of promotions) {
    const info = await sanitizeRichText(promotion.info);
    sanitized.push(info === '' ? null : { ...promotion, info });
    // A long list must not hold up other requests.
    await setImmediate();
  }
  return sanitized;
}

/** Sanitizes imported promotions; returns an error if a description becomes empty. */
export async function sanitizePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[] | Refusal> {
  const sanitized = await sanitizeEach(promotions);
  const emptyIndex = sanitized.indexOf(null);
  if (emptyIndex >= 0)
    return { refusal: `Promotion ${emptyIndex + 1} needs a description`, field: 'promotions' };
  return sanitized.filter((promotion) => promotion !== null);
}

/** Anyone may start a trial, so it has room for a few promotions only. Throws INVALID_INPUT at `promotions`. */
export function requireTrialQuota(promotions: readonly PromotionDraft[]): void {
  const { count, length } = TRIAL_QUOTA;
  if (promotions.length <= count && !isTooLongTogether(promotions, length)) return;
  throw new AppError('INVALID_INPUT', {
    field: 'promotions',
    message: `During the trial you can have ${count} promotions with ${length} characters together. With a business plan you can have more.`,
  });
}

/**
 * Sanitizes a form's promotions. Throws INVALID_INPUT at `promotions.<n>.info` for each description that becomes empty or,
 * because characters are escaped, too long; and at `promotions` if they become too long together.
 */
export async function requireSafePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[]> {
  const sanitized = await sanitizeEach(promotions);
  const fieldErrors: Record<string, string> = {};
  for (const [index, promotion] of sanitized.entries()) {
    const field = `promotions.${index}.info`;
    if (promotion === null) fieldErrors[field] = 'Required Field';
    else if (promotion.info.length > MAX_PROMOTION_LENGTH) fieldErrors[field] = PROMOTION_TOO_LONG;
  }
  const safePromotions = sanitized.filter((promotion) => promotion !== null);
  if (isTooLongTogether(safePromotions)) fieldErrors.promotions = PROMOTIONS_TOO_LONG;
  if (Object.keys(fieldErrors).length > 0) throw new AppError('INVALID_INPUT', { fieldErrors });
  return safePromotions;
}
