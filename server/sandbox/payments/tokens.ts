import { z } from 'zod';
import { cardError, invalidParam, SandboxError } from '../http/errors.ts';
import { read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { findBrand, passesLuhn, type TestCard, testCard } from './test-cards.ts';

const digits = z.string().transform((value) => value.replaceAll(/[\s-]/g, ''));

/** Card details as the cardholder entered them. */
export const cardNumbers = z.strictObject({
  number: digits,
  exp_month: z.string(),
  exp_year: z.string(),
  cvc: digits.optional(),
  networks: z.record(z.string(), z.string()).optional(),
});
const tokenParams = z.strictObject({
  card: cardNumbers.extend({
    name: z.string().optional(),
    address_city: z.string().optional(),
    address_country: z.string().optional(),
    address_line1: z.string().optional(),
    address_line2: z.string().optional(),
    address_state: z.string().optional(),
    address_zip: z.string().optional(),
    currency: z.string().optional(),
  }),
  expand: z.array(text).optional(),
});

export interface CheckedCard {
  readonly card: TestCard;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvcGiven: boolean;
}

/**
 * Validates card details and throws Stripe's own messages. Rejects any number that isn't one of Stripe's test
 * cards.
 */
export function checkCard(params: z.output<typeof cardNumbers>, now: number): CheckedCard {
  if (!passesLuhn(params.number))
    throw cardFieldError('incorrect_number', 'Your card number is incorrect.', 'number');
  const month = Number(params.exp_month);
  if (!Number.isInteger(month) || month < 1 || month > 12) {
    throw cardFieldError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  const year = Number(params.exp_year) + (params.exp_year.length <= 2 ? 2000 : 0);
  const today = new Date(now * 1000);
  const thisYear = today.getUTCFullYear();
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + 50) {
    throw cardFieldError('invalid_expiry_year', "Your card's expiration year is invalid.", 'exp_year');
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) {
    throw cardFieldError('invalid_expiry_month', "Your card's expiration month is invalid.", 'exp_month');
  }
  if (params.cvc !== undefined && !/^\d{3,4}$/.test(params.cvc)) {
    throw cardFieldError('invalid_cvc', "Your card's security code is invalid.", 'cvc');
  }
  const card = testCard(params.number);
  if (card === undefined) throw notTestCardError();
  return { card, expMonth: month, expYear: year, cvcGiven: params.cvc !== undefined };
}

function cardFieldError(
  code: 'incorrect_number' | 'invalid_expiry_month' | 'invalid_expiry_year' | 'invalid_cvc',
  message: string,
  param: string,
): SandboxError {
  return cardError({ code, message, param }, {}, false);
}

function notTestCardError(): SandboxError {
  return new SandboxError(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  });
}

export const tokenRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/v1/tokens',
    allowsPublishableKey: true,
    handle: ({ world, form }) => {
      const { card: cardParams } = read(tokenParams, form);
      const { number, exp_month, exp_year, cvc, ...owner } = cardParams;
      const card = checkCard({ number, exp_month, exp_year, cvc }, world.now());
      return createToken(world, card, owner);
    },
  },
  { method: 'GET', path: '/v1/tokens/:id', handle: (call) => call.world.store.get('token', getPathId(call)) },
];

type CardOwner = Partial<
  Record<
    | 'name'
    | 'address_city'
    | 'address_country'
    | 'address_line1'
    | 'address_line2'
    | 'address_state'
    | 'address_zip',
    string | undefined
  >
>;

function createToken(world: World, checkedCard: CheckedCard, owner: CardOwner): Records['token'] {
  const { card } = checkedCard;
  const cardId = newId('card');
  const token: Records['token'] = {
    id: newId('tok'),
    object: 'token',
    card: {
      id: cardId,
      object: 'card',
      address_city: owner.address_city ?? null,
      address_country: owner.address_country ?? null,
      address_line1: owner.address_line1 ?? null,
      address_line1_check: owner.address_line1 === undefined ? null : 'unchecked',
      address_line2: owner.address_line2 ?? null,
      address_state: owner.address_state ?? null,
      address_zip: owner.address_zip ?? null,
      address_zip_check: owner.address_zip === undefined ? null : 'unchecked',
      brand: findBrand(card.number).legacyName,
      country: 'US',
      cvc_check: checkedCard.cvcGiven ? 'unchecked' : null,
      dynamic_last4: null,
      exp_month: checkedCard.expMonth,
      exp_year: checkedCard.expYear,
      fingerprint: computeCardFingerprint(card.number),
      funding: card.funding ?? 'credit',
      last4: card.number.slice(-4),
      metadata: {},
      name: owner.name ?? null,
      networks: { preferred: null },
      regulated_status: 'unregulated',
      tokenization_method: null,
    },
    client_ip: '127.0.0.1',
    created: world.now(),
    livemode: false,
    type: 'card',
    used: false,
  };
  world.store.put('vault_card', {
    id: cardId,
    object: 'vault_card',
    number: card.number,
    cvcGiven: checkedCard.cvcGiven,
    readyOffSession: false,
  });
  return world.store.put('token', token);
}

/** Marks a token as used and returns its card. */
export function spendToken(world: World, id: string, param: string): NonNullable<Records['token']['card']> {
  const token = world.store.find('token', id);
  if (token?.card === undefined) throw invalidParam(param, `No such token: '${id}'`, 'resource_missing');
  if (token.used) {
    throw new SandboxError(400, {
      type: 'invalid_request_error',
      code: 'token_already_used',
      message: `You cannot use a Stripe token more than once: ${id}.`,
      param,
    });
  }
  world.store.put('token', { ...token, used: true });
  return token.card;
}

/** Every token and payment method of one card has the same fingerprint. */
export function computeCardFingerprint(number: string): string {
  return `sandbox${number.slice(0, 6)}${number.slice(-4)}`;
}
