import type { Refusal } from '../http/errors.ts';

/** How one of Stripe's test cards behaves, from https://docs.stripe.com/testing. */
export interface TestCard {
  readonly number: string;
  /** The part after `pm_card_` or `tok_` in the ids that Stripe publishes. */
  readonly alias?: string;
  readonly funding?: 'credit' | 'debit' | 'prepaid';
  /** Why charges are declined. The card also can't be attached to a customer, unless `attaches` is set. */
  readonly refusal?: Refusal;
  readonly attaches?: true;
  /**
   * Whether the cardholder must authenticate every charge, every charge until the card was set up, or only
   * charges made while they are present.
   */
  readonly authentication?: 'always' | 'unless-set-up' | 'on-session';
  readonly checks?: { cvc?: 'fail'; line1?: 'fail'; postal?: 'fail' };
  readonly risk?: 'elevated' | 'highest';
  readonly dispute?: 'fraudulent' | 'product_not_received';
}

const DECLINED = 'Your card was declined.';
const cardRefusal = (decline_code: string, message = DECLINED): Refusal => ({
  code: 'card_declined',
  decline_code,
  message,
});

export const EXPIRED: Refusal = {
  code: 'expired_card',
  message: 'Your card has expired.',
  param: 'exp_month',
};
const WRONG_CVC: Refusal = {
  code: 'incorrect_cvc',
  message: "Your card's security code is incorrect.",
  param: 'cvc',
};
const PROCESSING: Refusal = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};

const CARDS: readonly TestCard[] = [
  { number: '4242424242424242', alias: 'visa' },
  { number: '4000056655665556', alias: 'visa_debit', funding: 'debit' },
  { number: '5555555555554444', alias: 'mastercard' },
  { number: '2223003122003222' },
  { number: '5200828282828210', alias: 'mastercard_debit', funding: 'debit' },
  { number: '5105105105105100', alias: 'mastercard_prepaid', funding: 'prepaid' },
  { number: '378282246310005', alias: 'amex' },
  { number: '371449635398431' },
  { number: '6011111111111117', alias: 'discover' },
  { number: '6011000990139424' },
  { number: '6011981111111113', funding: 'debit' },
  { number: '3056930009020004', alias: 'diners' },
  { number: '36227206271667' },
  { number: '3566002020360505', alias: 'jcb' },
  { number: '6200000000000005', alias: 'unionpay' },
  { number: '4000000000000077', alias: 'bypassPending' },

  { number: '4000000000000002', alias: 'chargeDeclined', refusal: cardRefusal('generic_decline') },
  {
    number: '4000000000009995',
    alias: 'chargeDeclinedInsufficientFunds',
    refusal: cardRefusal('insufficient_funds', 'Your card has insufficient funds.'),
  },
  { number: '4000000000009987', alias: 'chargeDeclinedLostCard', refusal: cardRefusal('lost_card') },
  { number: '4000000000009979', alias: 'chargeDeclinedStolenCard', refusal: cardRefusal('stolen_card') },
  { number: '4000000000000069', alias: 'chargeDeclinedExpiredCard', refusal: EXPIRED },
  { number: '4000000000000127', alias: 'chargeDeclinedIncorrectCvc', refusal: WRONG_CVC },
  { number: '4000000000000119', alias: 'chargeDeclinedProcessingError', refusal: PROCESSING },
  {
    number: '4000000000006975',
    alias: 'chargeDeclinedVelocityLimitExceeded',
    refusal: cardRefusal(
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ),
  },
  {
    number: '4000000000000341',
    alias: 'chargeCustomerFail',
    refusal: cardRefusal('generic_decline'),
    attaches: true,
  },
  { number: '4100000000000019', alias: 'radarBlock', refusal: cardRefusal('fraudulent'), attaches: true },
  {
    number: '4000000000004954',
    alias: 'riskLevelHighest',
    risk: 'highest',
    refusal: cardRefusal('fraudulent'),
    attaches: true,
  },
  { number: '4000000000009235', alias: 'riskLevelElevated', risk: 'elevated' },
  { number: '4000000000000101', alias: 'cvcCheckFail', checks: { cvc: 'fail' } },
  { number: '4000000000000036', alias: 'avsZipFail', checks: { postal: 'fail' } },
  { number: '4000000000000028', alias: 'avsLine1Fail', checks: { line1: 'fail' } },
  { number: '4000000000000010', alias: 'avsFail', checks: { line1: 'fail', postal: 'fail' } },

  {
    number: '4000002500003155',
    alias: 'authenticationRequiredOnSetup',
    authentication: 'unless-set-up',
  },
  { number: '4000002760003184', alias: 'authenticationRequired', authentication: 'always' },
  {
    number: '4000003800000446',
    alias: 'authenticationRequiredSetupForOffSession',
    authentication: 'on-session',
  },
  {
    number: '4000008260003178',
    alias: 'authenticationRequiredChargeDeclinedInsufficientFunds',
    authentication: 'unless-set-up',
    refusal: cardRefusal('insufficient_funds', 'Your card has insufficient funds.'),
    attaches: true,
  },
  { number: '4000000000003220', alias: 'threeDSecure2Required', authentication: 'on-session' },
  { number: '4000000000003063', alias: 'threeDSecureRequired', authentication: 'on-session' },
  {
    number: '4000008400001629',
    alias: 'threeDSecureRequiredChargeDeclined',
    authentication: 'on-session',
    refusal: cardRefusal('generic_decline'),
    attaches: true,
  },
  {
    number: '4000008400001280',
    alias: 'threeDSecureRequiredProcessingError',
    refusal: PROCESSING,
    attaches: true,
  },
  { number: '4000000000003055', alias: 'threeDSecureOptional' },
  { number: '4000000000000259', alias: 'createDispute', dispute: 'fraudulent' },
  {
    number: '4000000000002685',
    alias: 'createDisputeProductNotReceived',
    dispute: 'product_not_received',
  },
];

const CARD_BY_NUMBER = new Map(CARDS.map((card) => [card.number, card]));
const CARD_BY_ALIAS = new Map(
  CARDS.flatMap((card) => (card.alias === undefined ? [] : [[card.alias, card] as const])),
);

export function testCard(number: string): TestCard | undefined {
  return CARD_BY_NUMBER.get(number);
}

/** Finds the card of an id such as `tok_visa` or `pm_card_visa`. */
export function findPublishedCard(id: string): TestCard | undefined {
  return CARD_BY_ALIAS.get(id.replace(/^(pm_card|tok)_/, ''));
}

export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (const [n, digit] of [...number].reverse().entries()) {
    const weightedDigit = Number(digit) * (n % 2 === 0 ? 1 : 2);
    sum += weightedDigit > 9 ? weightedDigit - 9 : weightedDigit;
  }
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}

export interface Brand {
  readonly brand: string;
  /** The name that Stripe's tokens use. */
  readonly legacyName: string;
  readonly network: string;
}

const BRANDS: readonly (readonly [RegExp, Brand])[] = [
  [/^4/, { brand: 'visa', legacyName: 'Visa', network: 'visa' }],
  [/^(5[1-5]|2[2-7])/, { brand: 'mastercard', legacyName: 'MasterCard', network: 'mastercard' }],
  [/^3[47]/, { brand: 'amex', legacyName: 'American Express', network: 'amex' }],
  [/^(6011|65|64[4-9])/, { brand: 'discover', legacyName: 'Discover', network: 'discover' }],
  [/^3(0|6|8)/, { brand: 'diners', legacyName: 'Diners Club', network: 'diners' }],
  [/^35/, { brand: 'jcb', legacyName: 'JCB', network: 'jcb' }],
  [/^62/, { brand: 'unionpay', legacyName: 'UnionPay', network: 'unionpay' }],
];

export function findBrand(number: string): Brand {
  return (
    BRANDS.find(([pattern]) => pattern.test(number))?.[1] ?? {
      brand: 'unknown',
      legacyName: 'Unknown',
      network: 'unknown',
    }
  );
}

/** Returns the decline for a fault's `reason`. */
export function findRefusal(reason: string): Refusal {
  if (reason === 'expired_card') return EXPIRED;
  if (reason === 'incorrect_cvc') return WRONG_CVC;
  if (reason === 'processing_error') return PROCESSING;
  return reason === 'insufficient_funds'
    ? cardRefusal(reason, 'Your card has insufficient funds.')
    : cardRefusal(reason);
}
