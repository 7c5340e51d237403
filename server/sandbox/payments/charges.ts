import { z } from 'zod';
import type { Refusal } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { PaymentIntent, Records, VaultCard } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { computeProcessingFee, recordBalanceTransaction } from './balance-transactions.ts';
import type { PaymentMethod } from './card-vault.ts';
import { testCard } from './test-cards.ts';

type Charge = Records['charge'];

/** Records the charge even if it was declined. */
export function recordCharge(
  world: World,
  intent: PaymentIntent,
  paymentMethod: PaymentMethod,
  card: VaultCard,
  outcome: { readonly refusal?: Refusal; readonly authenticated: boolean },
): Charge {
  const { refusal } = outcome;
  const isPaid = refusal === undefined;
  const id = newId('ch');
  const balanceTransaction = isPaid
    ? recordBalanceTransaction(world, {
        type: 'charge',
        reporting_category: 'charge',
        amount: intent.amount,
        fee: { amount: computeProcessingFee(intent.amount), description: 'Stripe processing fees' },
        source: id,
        currency: intent.currency,
        description: intent.description,
      }).id
    : null;
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: isPaid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: balanceTransaction,
    billing_details: paymentMethod.billing_details,
    calculated_statement_descriptor: 'EVERYTHING CARD SANDBOX',
    captured: isPaid,
    created: world.now(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: refusal?.code ?? null,
    failure_message: refusal?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: createChargeOutcome(card, refusal),
    paid: isPaid,
    payment_intent: intent.id,
    payment_method: paymentMethod.id,
    payment_method_details: {
      type: 'card',
      ...(paymentMethod.card === undefined
        ? {}
        : { card: createCardDetails(intent, paymentMethod.card, outcome) }),
    },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: isPaid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
  world.store.put('charge', charge);
  world.emit(isPaid ? 'charge.succeeded' : 'charge.failed', charge);
  return charge;
}

function createChargeOutcome(card: VaultCard, refusal: Refusal | undefined): NonNullable<Charge['outcome']> {
  const risk = testCard(card.number)?.risk ?? 'normal';
  const isBlocked = refusal?.decline_code === 'fraudulent';
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: null,
    network_status:
      refusal === undefined
        ? 'approved_by_network'
        : isBlocked
          ? 'not_sent_to_network'
          : 'declined_by_network',
    reason: refusal === undefined ? null : (refusal.decline_code ?? refusal.code),
    risk_level: isBlocked ? 'highest' : risk,
    risk_score: { normal: 20, elevated: 65, highest: 90 }[isBlocked ? 'highest' : risk],
    seller_message:
      refusal === undefined
        ? 'Payment complete.'
        : 'The bank did not return any further details with this decline.',
    type: refusal === undefined ? 'authorized' : isBlocked ? 'blocked' : 'issuer_declined',
  };
}

function createCardDetails(
  intent: PaymentIntent,
  card: NonNullable<PaymentMethod['card']>,
  outcome: { readonly refusal?: Refusal; readonly authenticated: boolean },
): NonNullable<NonNullable<Charge['payment_method_details']>['card']> {
  return {
    amount_authorized: outcome.refusal === undefined ? intent.amount : null,
    authorization_code: outcome.refusal === undefined ? '123456' : null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.networks?.available[0] ?? null,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: outcome.authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}

const listParams = z.strictObject({
  ...page,
  customer: text.optional(),
  payment_intent: text.optional(),
  expand: expand.optional(),
});

export const chargeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/charges',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows = params.payment_intent
        ? world.store.list('charge', 'payment_intent', params.payment_intent)
        : params.customer
          ? world.store.list('charge', 'customer', params.customer)
          : world.store.list('charge');
      return paginate(rows, params, '/v1/charges');
    },
  },
  {
    method: 'GET',
    path: '/v1/charges/:id',
    handle: (call) => call.world.store.get('charge', getPathId(call)),
  },
];
