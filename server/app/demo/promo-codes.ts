import type { Db } from '#db/client.ts';
import { addPromoCode, type NewPromoCode } from '../../domains/catalog/promo-code.service.ts';
import { MAX_FREE_PROMO_USES, MAX_PROMO_USES } from '../../lib/staff-bounds.ts';

const NO_DISCOUNT = {
  amountOff: null,
  percentOff: null,
  isFree: false,
  periods: 1,
  maxUses: MAX_PROMO_USES,
  maxUsesPerBuyer: null,
};

/** One promo code per kind of discount. */
export const DEMO_PROMO_CODES: NewPromoCode[] = [
  { ...NO_DISCOUNT, code: 'WELCOME10', percentOff: 10 },
  { ...NO_DISCOUNT, code: 'FIVEOFF', amountOff: 500, periods: null },
  {
    ...NO_DISCOUNT,
    code: 'FREEMONTH',
    percentOff: 100,
    isFree: true,
    maxUses: MAX_FREE_PROMO_USES,
    maxUsesPerBuyer: 1,
  },
  { ...NO_DISCOUNT, code: 'FIRSTMONTH', percentOff: 100, maxUses: MAX_FREE_PROMO_USES },
];

export async function seedDemoPromoCodes(db: Db): Promise<void> {
  for (const code of DEMO_PROMO_CODES) await addPromoCode(db, code);
}
