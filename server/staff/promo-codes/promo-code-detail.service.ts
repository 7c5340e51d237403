import type { Db } from '#db/client.ts';
import { findCodeState } from '../../domains/catalog/promo-code-changes.service.ts';
import { getLastDay } from '../../domains/catalog/promo-code-words.shared.ts';
import { toBusinessDate } from '../../lib/dates.ts';
import { AppError } from '../../lib/errors.ts';
import { readAuditTimeline } from '../kit/timeline.service.ts';
import { sumPromoCode } from './promo-code.repository.ts';
import type { PromoCodeDetail } from './promo-code.schema.ts';

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
