import { AppError } from '../errors.ts';
import type { PromotionDraft } from './business-draft.schema.ts';
import { sanitizeRichText } from './rich-text.ts';
import type { Refusal } from './store.service.ts';

/** Sanitizes each description; null for a promotion whose description becomes empty. */
async function sanitizeEach(promotions: readonly PromotionDraft[]): Promise<Array<PromotionDraft | null>> {
  const safe: Array<PromotionDraft | null> = [];
  for (const promotion of promotions) {
    const info = await sanitizeRichText(promotion.info);
    safe.push(info === '' ? null : { ...promotion, info });
  }
  return safe;
}

/** Sanitizes imported promotions; returns a refusal if a description becomes empty. */
export async function sanitizePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[] | Refusal> {
  const safe = await sanitizeEach(promotions);
  const empty = safe.indexOf(null);
  if (empty >= 0) return { refusal: `Promotion ${empty + 1} needs a description`, field: 'promotions' };
  return safe.filter((promotion) => promotion !== null);
}

/** Sanitizes a form's promotions; throws INVALID_INPUT at `promotions.<n>.info` for each description that becomes empty. */
export async function requireSafePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[]> {
  const safe = await sanitizeEach(promotions);
  const faults = safe.flatMap((promotion, at) => (promotion === null ? [`promotions.${at}.info`] : []));
  if (faults.length > 0) {
    const fieldErrors = Object.fromEntries(faults.map((field) => [field, 'Required Field']));
    throw new AppError('INVALID_INPUT', { fieldErrors });
  }
  return safe.filter((promotion) => promotion !== null);
}
