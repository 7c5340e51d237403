import { type PromoCodeTermsInput, promoCodeTerms } from '#server/domains/catalog/promo-code-terms.schema.ts';

export const makePlanInput = (planId: number, price = '') => ({ planId, isIncluded: true, price });

export const TERMS_INPUT: PromoCodeTermsInput = {
  id: '',
  revision: 0,
  code: ' winter10 ',
  discount: 'percent',
  percentOff: '10',
  amountOff: '',
  isFree: false,
  periods: '3',
  maxUses: '500',
  maxUsesPerBuyer: '',
  validFrom: '',
  validUntil: '2027-03-01',
  plans: [makePlanInput(0), makePlanInput(1), { planId: 6, isIncluded: false, price: 'x' }],
};
export const makeTerms = (changes: Partial<PromoCodeTermsInput> = {}) =>
  promoCodeTerms.parse({ ...TERMS_INPUT, ...changes });
