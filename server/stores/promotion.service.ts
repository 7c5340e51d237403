import type { PromotionDraft } from './business-draft.schema.ts';
import { sanitizeRichText } from './rich-text.ts';
import type { Refusal } from './store.service.ts';

/** The same promotions without anything unsafe in them; refused where that leaves one without its description. */
export async function sanitizePromotions(
  promotions: readonly PromotionDraft[],
): Promise<PromotionDraft[] | Refusal> {
  const safe: PromotionDraft[] = [];
  for (const [at, promotion] of promotions.entries()) {
    const info = await sanitizeRichText(promotion.info);
    if (info === '') return { refusal: `Promotion ${at + 1} needs a description`, field: 'promotions' };
    safe.push({ ...promotion, info });
  }
  return safe;
}
