import { type Db, inTransaction } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { MAX_PROMOTIONS } from '../business-draft.schema.ts';
import { requireSafePromotion } from '../promotion.service.ts';
import {
  deletePromotion,
  type EditedPromotion,
  findEditedPromotions,
  insertPromotion,
  updatePromotion,
} from './listing-edit.repository.ts';
import type { PromotionEdit, RowRemoval } from './listing-edit.schema.ts';
import { type EditedBy, listChangedFields, record, requireBusiness } from './listing-edit.service.ts';

/** Includes expired promotions. */
export async function listPromotions(db: Db, businessId: string): Promise<EditedPromotion[]> {
  return findEditedPromotions(db, businessId);
}

/** Throws NOT_FOUND. */
export async function getPromotion(db: Db, businessId: string, id: string): Promise<EditedPromotion> {
  const promotion = (await findEditedPromotions(db, businessId)).find((other) => other.id === id);
  if (!promotion) throw new AppError('NOT_FOUND');
  return promotion;
}

/**
 * Adds or changes a promotion. The owner's waiting period between changes doesn't apply. Throws CHANGED_SINCE
 * if someone else changed it, or INVALID_INPUT if its description is empty or too long after sanitizing.
 */
export async function savePromotion(
  deps: Pick<Deps, 'db' | 'now'>,
  { businessId, id, version, ...draft }: PromotionEdit,
  by: EditedBy,
): Promise<void> {
  const promotion = await requireSafePromotion(draft);
  await inTransaction(deps.db, async (trx) => {
    await requireBusiness(trx, businessId);
    const promotions = await findEditedPromotions(trx, businessId);
    const position = promotions.length + 1;
    if (id === null) {
      if (position > MAX_PROMOTIONS) {
        throw new AppError('INVALID_INPUT', {
          message: `A business has at most ${MAX_PROMOTIONS} promotions.`,
        });
      }
      await insertPromotion(trx, { ...promotion, id: newId(), businessId, position });
      const change = { before: null, after: `promotion ${position}: added` };
      return record(deps, trx, { ...by, action: 'listing.promotion', id: businessId, change });
    }
    const existingPromotion = requireUnchanged(promotions, { id, version });
    await updatePromotion(trx, id, promotion);
    const fields = listChangedFields(promotion, existingPromotion);
    const change = { before: null, after: `promotion ${existingPromotion.position}: ${fields}` };
    await record(deps, trx, { ...by, action: 'listing.promotion', id: businessId, change });
  });
}

/** Throws CHANGED_SINCE if someone else changed or removed the promotion. */
export async function removePromotion(
  deps: Pick<Deps, 'db' | 'now'>,
  { businessId, id, version }: RowRemoval,
  by: EditedBy,
): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    await requireBusiness(trx, businessId);
    const existingPromotion = requireUnchanged(await findEditedPromotions(trx, businessId), { id, version });
    await deletePromotion(trx, businessId, existingPromotion);
    const change = { before: `promotion ${existingPromotion.position}`, after: null };
    await record(deps, trx, { ...by, action: 'listing.promotion', id: businessId, change });
  });
}

/** The caller must have locked the business. Everything that writes promotions takes this lock. */
function requireUnchanged(
  promotions: readonly EditedPromotion[],
  { id, version }: { id: string; version: string },
): EditedPromotion {
  const promotion = promotions.find((other) => other.id === id);
  if (promotion?.version !== version) throw new AppError('CHANGED_SINCE');
  return promotion;
}
