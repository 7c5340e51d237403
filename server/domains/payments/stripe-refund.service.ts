import type Stripe from 'stripe';
import type { Deps } from '../../platform/deps.ts';
import type { ReturnedMoney } from '../ledger/ledger.service.ts';
import type { OpenDispute } from './payment.repository.ts';
import { callStripe, isAlreadyReturned, isResourceMissing } from './stripe-errors.ts';

type StripeDeps = Pick<Deps, 'stripe'>;

const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? reference?.id : reference;

/** The invoice or one-time payment that a charge paid for. */
export interface ChargedBill {
  /**
   * The invoice's id or, for a one-time payment, the payment intent's. Our payments are recorded under it.
   */
  id: string;
  isInvoice: boolean;
  subscriptionId: string | undefined;
  purchaseId: string | undefined;
}

/** Returns undefined if the charge can't belong to any of our purchases. */
export async function findBillOfCharge(
  { stripe }: StripeDeps,
  chargeId: string,
): Promise<ChargedBill | undefined> {
  const charge = await readCharge(stripe, chargeId);
  const intentId = toId(charge?.payment_intent);
  if (!charge || !intentId) return undefined;
  const payments = await callStripe(() =>
    stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intentId }, limit: 1 }),
  );
  const invoiceId = toId(payments.data[0]?.invoice);
  if (!invoiceId) {
    const { purchase } = charge.metadata;
    return { id: intentId, isInvoice: false, subscriptionId: undefined, purchaseId: purchase };
  }
  const invoice = await callStripe(() => stripe.invoices.retrieve(invoiceId));
  const subscriptionDetails = invoice.parent?.subscription_details;
  return {
    id: invoiceId,
    isInvoice: true,
    subscriptionId: toId(subscriptionDetails?.subscription),
    purchaseId: subscriptionDetails?.metadata?.purchase,
  };
}

async function readCharge(stripe: Stripe, id: string): Promise<Stripe.Charge | undefined> {
  try {
    return await callStripe(() => stripe.charges.retrieve(id));
  } catch (error) {
    if (isResourceMissing(error)) return undefined;
    throw error;
  }
}

/** The refunds and disputes of a bill. */
export interface BillReturns extends ReturnedMoney {
  /** How much has been refunded or is currently withheld because of disputes. */
  returnedCents: number;
  /** The part of `returnedCents` that is withheld because of disputes. */
  disputedCents: number;
  /** The sum of the refunds that can end the plan. It ends once they cover the price of its period (D55). */
  endingRefundCents: number;
  /** The sum of failed refunds that would otherwise count toward `endingRefundCents`. */
  failedRefundCents: number;
  isDisputeLost: boolean;
  openDisputes: OpenDispute[];
}

export async function readReturns(
  { stripe }: StripeDeps,
  bill: Pick<ChargedBill, 'id' | 'isInvoice'>,
): Promise<BillReturns> {
  const chargeReturns: BillReturns[] = [];
  for (const intent of bill.isInvoice ? await listIntentIds(stripe, bill.id) : [bill.id]) {
    const charges = await callStripe(() =>
      stripe.charges.list({ payment_intent: intent, limit: 100, expand: ['data.payment_intent'] }),
    );
    for (const charge of charges.data.filter(({ paid }) => paid)) {
      chargeReturns.push(await readChargeReturns(stripe, charge));
    }
  }
  return {
    returnedCents: chargeReturns.reduce((sum, { returnedCents }) => sum + returnedCents, 0),
    disputedCents: chargeReturns.reduce((sum, { disputedCents }) => sum + disputedCents, 0),
    refunds: chargeReturns.flatMap(({ refunds }) => refunds),
    disputes: chargeReturns.flatMap(({ disputes }) => disputes),
    endingRefundCents: chargeReturns.reduce((sum, { endingRefundCents }) => sum + endingRefundCents, 0),
    failedRefundCents: chargeReturns.reduce((sum, { failedRefundCents }) => sum + failedRefundCents, 0),
    isDisputeLost: chargeReturns.some(({ isDisputeLost }) => isDisputeLost),
    openDisputes: chargeReturns.flatMap(({ openDisputes }) => openDisputes),
  };
}

async function readChargeReturns(stripe: Stripe, charge: Stripe.Charge): Promise<BillReturns> {
  const { data: refunds } = await callStripe(() => stripe.refunds.list({ charge: charge.id, limit: 100 }));
  const disputes = charge.disputed ? await listDisputes(stripe, charge.id) : [];
  const endingRefunds = listEndingRefunds(charge, refunds);
  return {
    // The money of a failed or canceled refund returns to our balance.
    returnedCents: sumAmounts(refunds.filter(({ status }) => !isFailed(status))) + sumDisputed(disputes),
    disputedCents: sumDisputed(disputes),
    refunds: refunds.map(({ id, amount, created, status }) => ({
      id,
      amountCents: amount,
      at: new Date(created * 1000),
      isFailed: isFailed(status),
    })),
    disputes: disputes
      .flatMap(({ balance_transactions }) => balance_transactions)
      .map(({ id, amount, created }) => ({ id, amountCents: amount, at: new Date(created * 1000) })),
    endingRefundCents: sumAmounts(endingRefunds.filter(({ status }) => !isFailed(status))),
    failedRefundCents: sumAmounts(endingRefunds.filter(({ status }) => isFailed(status))),
    isDisputeLost: disputes.some(({ status }) => status === 'lost'),
    openDisputes: disputes.filter(({ status }) => OPEN_STATUSES.has(status)).map(toOpenDispute),
  };
}

/**
 * A refund with this metadata set to 'yes' doesn't end the membership (D55). If it is set on the payment,
 * none of its refunds does.
 */
const KEEP_MEMBERSHIP = 'keep_membership';

const keepsMembership = (metadata: Stripe.Metadata | null) => metadata?.[KEEP_MEMBERSHIP] === 'yes';

function listEndingRefunds({ payment_intent }: Stripe.Charge, refunds: Stripe.Refund[]): Stripe.Refund[] {
  if (payment_intent && typeof payment_intent !== 'string' && keepsMembership(payment_intent.metadata)) {
    return [];
  }
  return refunds.filter(({ metadata }) => !keepsMembership(metadata));
}

const sumAmounts = (rows: ReadonlyArray<{ amount: number }>) =>
  rows.reduce((sum, { amount }) => sum + amount, 0);

const isFailed = (status: Stripe.Refund['status']) => status === 'failed' || status === 'canceled';

const OPEN_STATUSES: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'needs_response',
  'warning_needs_response',
]);

function toOpenDispute({ id, amount, reason, evidence_details }: Stripe.Dispute): OpenDispute {
  const dueBy = evidence_details.due_by;
  return { id, amountCents: amount, reason, evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1000) };
}

async function listIntentIds(stripe: Stripe, invoice: string): Promise<string[]> {
  const payments = await callStripe(() => stripe.invoicePayments.list({ invoice, limit: 100 }));
  return payments.data.flatMap(({ payment }) => toId(payment.payment_intent) ?? []);
}

/**
 * In these statuses, the bank has withdrawn the money. Inquiries don't withdraw it, and winning a dispute
 * returns it.
 */
const WITHDRAWN_STATUSES: ReadonlySet<Stripe.Dispute.Status> = new Set([
  'needs_response',
  'under_review',
  'lost',
]);

async function listDisputes(stripe: Stripe, charge: string): Promise<Stripe.Dispute[]> {
  return (await callStripe(() => stripe.disputes.list({ charge, limit: 100 }))).data;
}

function sumDisputed(disputes: readonly Stripe.Dispute[]): number {
  return sumAmounts(disputes.filter(({ status }) => WITHDRAWN_STATUSES.has(status)));
}

/**
 * Refunds a payment in full. Safe to repeat, even after Stripe has forgotten the idempotency key: Stripe then
 * reports that the charge is already refunded. Does nothing if the charge is disputed.
 */
export async function refundPayment(
  { stripe }: StripeDeps,
  intentId: string,
  { keepMembership = false }: { keepMembership?: boolean } = {},
): Promise<void> {
  const metadata = keepMembership ? { metadata: { [KEEP_MEMBERSHIP]: 'yes' } } : {};
  const idempotencyKey = `refund:${intentId}${keepMembership ? ':keep' : ''}`;
  try {
    await callStripe(() =>
      stripe.refunds.create({ payment_intent: intentId, ...metadata }, { idempotencyKey }),
    );
  } catch (error) {
    if (!isAlreadyReturned(error)) throw error;
  }
}

/**
 * Refunds all or part of a charge, for staff. Safe to repeat, because a second identical call doesn't refund
 * again. `keepsMembership` marks the refund so that it doesn't end the membership (D55).
 */
export async function refundCharge(
  { stripe }: StripeDeps,
  { id, refundedCents }: { id: string; refundedCents: number },
  { amountCents, keepsMembership }: { amountCents: number; keepsMembership: boolean },
): Promise<void> {
  const mark = keepsMembership ? { metadata: { keep_membership: 'yes' } } : {};
  const idempotencyKey = `refund:${id}:${refundedCents}:${amountCents}:${keepsMembership}`;
  await callStripe(() =>
    stripe.refunds.create({ charge: id, amount: amountCents, ...mark }, { idempotencyKey }),
  );
}
