import { z } from 'zod';
import { invalidRequest } from '../http/errors.ts';
import { page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import { getPathId, type Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';
import { DISPUTE_FEE_CENTS, recordBalanceTransaction } from './balance-transactions.ts';

type Dispute = Records['dispute'];

const WEEK_SECONDS = 7 * 86_400;
const EMPTY_EVIDENCE: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

export function openDispute(world: World, chargeId: string, reason: string): Dispute {
  const charge = world.store.get('charge', chargeId);
  if (!charge.paid || charge.disputed) throw invalidRequest(`Charge ${chargeId} cannot be disputed.`);
  const id = newId('du');
  const amount = charge.amount - charge.amount_refunded;
  const withdrawal = recordBalanceTransaction(world, {
    type: 'adjustment',
    reporting_category: 'dispute',
    amount: -amount,
    fee: { amount: DISPUTE_FEE_CENTS, description: 'Dispute fee' },
    source: id,
    currency: charge.currency,
    description: `Chargeback withdrawal for ${charge.id}`,
  });
  const dispute: Dispute = {
    id,
    object: 'dispute',
    amount,
    balance_transactions: [withdrawal],
    charge: charge.id,
    created: world.now(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: EMPTY_EVIDENCE,
    evidence_details: {
      due_by: world.now() + WEEK_SECONDS,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason,
    status: 'needs_response',
  };
  world.store.put('dispute', dispute);
  const disputed = world.store.put('charge', { ...charge, disputed: true });
  world.emit('charge.updated', disputed, { disputed: false });
  world.emit('charge.dispute.created', dispute);
  world.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

export function closeDispute(world: World, id: string, outcome: 'won' | 'lost'): Dispute {
  const dispute = world.store.get('dispute', id);
  if (dispute.status === 'won' || dispute.status === 'lost') {
    throw invalidRequest(`This dispute is already closed: ${id}.`);
  }
  const closedDispute = world.store.put('dispute', {
    ...dispute,
    status: outcome,
    balance_transactions: [
      ...dispute.balance_transactions,
      ...(outcome === 'won' ? [recordReinstatement(world, dispute)] : []),
    ],
  });
  world.emit('charge.dispute.closed', closedDispute, { status: dispute.status });
  if (outcome === 'won') world.emit('charge.dispute.funds_reinstated', closedDispute);
  return closedDispute;
}

const evidenceParams = z.strictObject({ evidence: z.strictObject({ uncategorized_text: text }) });

/** Sends evidence to the bank, which then reviews the dispute. */
function submitEvidence(world: World, id: string, { evidence }: z.output<typeof evidenceParams>): Dispute {
  const dispute = world.store.get('dispute', id);
  const { status, evidence_details } = dispute;
  if (status !== 'needs_response') throw invalidRequest(`This dispute needs no evidence: ${id}.`);
  const submission = { has_evidence: true, submission_count: 1, submission_method: 'manual' } as const;
  const reviewedDispute = world.store.put('dispute', {
    ...dispute,
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: { ...evidence_details, ...submission },
    status: 'under_review',
  });
  world.emit('charge.dispute.updated', reviewedDispute, { status });
  return reviewedDispute;
}

/** Credits the amount but not the dispute fee, which Stripe keeps even if we win. */
function recordReinstatement(world: World, { id, amount, charge, currency }: Dispute) {
  return recordBalanceTransaction(world, {
    type: 'adjustment',
    reporting_category: 'dispute_reversal',
    amount,
    fee: null,
    source: id,
    currency,
    description: `Chargeback reversal for ${charge}`,
  });
}

const listParams = z.strictObject({
  ...page,
  charge: text.optional(),
  payment_intent: text.optional(),
  expand: expand.optional(),
});

export const disputeRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/disputes',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows = params.charge
        ? world.store.list('dispute', 'charge', params.charge)
        : params.payment_intent
          ? world.store.list('dispute', 'payment_intent', params.payment_intent)
          : world.store.list('dispute');
      return paginate(rows, params, '/v1/disputes');
    },
  },
  {
    method: 'GET',
    path: '/v1/disputes/:id',
    handle: (call) => call.world.store.get('dispute', getPathId(call)),
  },
  {
    method: 'POST',
    path: '/v1/disputes/:id',
    handle: (call) => submitEvidence(call.world, getPathId(call), read(evidenceParams, call.form)),
  },
];
