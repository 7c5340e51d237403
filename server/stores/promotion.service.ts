import { AppError } from '../errors.ts';
import type { PromotionDraft } from './business-draft.schema.ts';
import { sanitizeRichText } from './rich-text.ts';
import type { Refusal } from './store.service.ts';

/** The same promotions without anything unsafe in them, null where that leaves one without its description. */
async function sanitizeEach(promotions: readonly PromotionDraft[]): Promise<Array<PromotionDraft | null>> {
  const safe: Array<PromotionDraft | null> = [];
  for (const promotion of promotions) {
    const info = await sanitizeRichText(promotion.info);
    safe.push(info === '' ? null : { ...promotion, info });
  }
  return safe;
}

/** The same promotions without anything unsafe in them; refused where that leaves one without its description. */
export async function sanitizePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[] | Refusal> {
  const safe = await sanitizeEach(promotions);
  const empty = safe.indexOf(null);
  if (empty >= 0) return { refusal: `Promotion ${empty + 1} needs a description`, field: 'promotions' };
  return safe.filter((promotion) => promotion !== null);
}

/** The same for an owner's form: throws INVALID_INPUT at each `promotions.<n>.info`, counted from 0, that is left empty. */
export async function sanitizedPromotions(promotions: readonly PromotionDraft[]): Promise<PromotionDraft[]> {
  const safe = await sanitizeEach(promotions);
  const faults = safe.flatMap((promotion, at) => (promotion === null ? [`promotions.${at}.info`] : []));
  if (faults.length > 0) {
    const fieldErrors = Object.fromEntries(faults.map((field) => [field, 'Required Field']));
    throw new AppError('INVALID_INPUT', { fieldErrors });
  }
  return safe.filter((promotion) => promotion !== null);
}
