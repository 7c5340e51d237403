import { z } from 'zod';
import { invalidParam, invalidRequest, missingParam } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { amount, applyMetadata, expand, metadata, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { recordBalanceTransaction } from './balance-transactions.ts';

type Charge = Records['charge'];
type Refund = Records['refund'];

const createParams = z.strictObject({
  amount: amount.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand: expand.optional(),
});
function createRefund(world: World, params: z.output<typeof createParams>): Refund {
  const charge = findRefundableCharge(world, params);
  const isChargedBack = world.store
    .list('dispute', 'charge', charge.id)
    .some(({ status }) => status === 'needs_response' || status === 'under_review' || status === 'lost');
  if (isChargedBack) {
    throw invalidRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const refundableAmount = charge.amount_captured - charge.amount_refunded;
  if (refundableAmount === 0) {
    throw invalidRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  }
  const refundAmount = params.amount ?? refundableAmount;
  if (refundAmount === 0)
    throw invalidParam('amount', 'Invalid positive integer', 'parameter_invalid_integer');
  if (refundAmount > refundableAmount) {
    throw invalidRequest(
      `Refund amount ($${(refundAmount / 100).toFixed(2)}) is greater than unrefunded amount on charge ($${(refundableAmount / 100).toFixed(2)})`,
      { param: 'amount' },
    );
  }
  const id = newId('re');
  const balanceTransaction = recordBalanceTransaction(world, {
    type: 'refund',
    reporting_category: 'refund',
    amount: -refundAmount,
    fee: null,
    source: id,
    currency: charge.currency,
    description: 'REFUND FOR CHARGE',
  });
  const refund: Refund = {
    id,
    object: 'refund',
    amount: refundAmount,
    balance_transaction: balanceTransaction.id,
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: {
      card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
      type: 'card',
    },
    metadata: applyMetadata({}, params.metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
  world.store.put('refund', refund);
  const refundedCharge = world.store.put('charge', {
    ...charge,
    amount_refunded: charge.amount_refunded + refundAmount,
    refunded: refundAmount === refundableAmount,
  });
  world.emit('refund.created', refund);
  world.emit('charge.refunded', refundedCharge, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  world.emit('refund.updated', refund);
  return refund;
}

/** The cardholder's bank rejects a refund that had succeeded, so the money returns to our balance. */
export function failRefund(world: World, id: string): Refund {
  const refund = world.store.get('refund', id);
  if (refund.status !== 'succeeded' || refund.charge === null)
    throw invalidRequest(`Refund ${id} cannot fail.`);
  const balanceTransaction = recordBalanceTransaction(world, {
    type: 'refund_failure',
    reporting_category: 'refund_failure',
    amount: refund.amount,
    fee: null,
    source: id,
    currency: refund.currency,
    description: 'REFUND FAILURE',
  });
  const failedRefund = world.store.put('refund', {
    ...refund,
    failure_balance_transaction: balanceTransaction.id,
    failure_reason: 'lost_or_stolen_card',
    status: 'failed',
  });
  const charge = world.store.get('charge', refund.charge);
  const amountRefunded = charge.amount_refunded - refund.amount;
  world.store.put('charge', { ...charge, amount_refunded: amountRefunded, refunded: false });
  world.emit('refund.updated', failedRefund, { status: refund.status });
  world.emit('charge.refund.updated', failedRefund, { status: refund.status });
  world.emit('refund.failed', failedRefund, { status: refund.status });
  return failedRefund;
}

function findRefundableCharge(
  world: World,
  params: { charge?: string | undefined; payment_intent?: string | undefined },
): Charge {
  if (params.charge !== undefined) {
    const charge = world.store.find('charge', params.charge);
    if (charge === undefined) throw missingParam('charge', params.charge, 'charge');
    if (!charge.paid) throw invalidRequest(`Charge ${charge.id} cannot be refunded: it has not succeeded.`);
    return charge;
  }
  if (params.payment_intent === undefined) {
    throw invalidParam(
      'charge',
      'One of the following params should be provided for this request: payment_intent or charge.',
      'parameter_missing',
    );
  }
  if (world.store.find('payment_intent', params.payment_intent) === undefined) {
    throw missingParam('payment_intent', params.payment_intent, 'payment_intent');
  }
  const paidCharge = world.store
    .list('charge', 'payment_intent', params.payment_intent)
    .find((charge) => charge.paid);
  if (paidCharge === undefined) {
    throw invalidRequest('This PaymentIntent does not have a successful charge to refund.', {
      param: 'payment_intent',
    });
  }
  return paidCharge;
}

const listParams = z.strictObject({
  ...page,
  charge: text.optional(),
  payment_intent: text.optional(),
  expand: expand.optional(),
});

export const refundRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/refunds',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows = params.charge
        ? world.store.list('refund', 'charge', params.charge)
        : params.payment_intent
          ? world.store.list('refund', 'payment_intent', params.payment_intent)
          : world.store.list('refund');
      return paginate(rows, params, '/v1/refunds');
    },
  },
  {
    method: 'GET',
    path: '/v1/refunds/:id',
    handle: (call) => call.world.store.get('refund', getPathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/refunds',
    handle: ({ world, form }) => createRefund(world, read(createParams, form)),
  },
];
