import { AppError } from '../errors.ts';
import type { PromotionDraft } from './business-draft.schema.ts';
import { sanitizeRichText } from './rich-text.ts';
import type { Refusal } from './store.service.ts';

/** Sanitizes each description; null for a promotion whose description becomes empty. */
async function sanitizeEach(promotions: readonly PromotionDraft[]): Promise<Array<PromotionDraft | null>> {
  const sanitized: Array<PromotionDraft | null> = [];
  for (const promotion of promotions) {
    const info = await sanitizeRichText(promotion.info);
    sanitized.push(info === '' ? null : { ...promotion, info });
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

/** Sanitizes a form's promotions; throws INVALID_INPUT at `promotions.<n>.info` for each description that becomes empty. */
export async function requireSafePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[]> {
  const sanitized = await sanitizeEach(promotions);
  const emptyFields = sanitized.flatMap((promotion, index) =>
    promotion === null ? [`promotions.${index}.info`] : [],
  );
  if (emptyFields.length > 0) {
    const fieldErrors = Object.fromEntries(emptyFields.map((field) => [field, 'Required Field']));
    throw new AppError('INVALID_INPUT', { fieldErrors });
  }
  return sanitized.filter((promotion) => promotion !== null);
}
