import type Stripe from 'stripe';
import { inTransaction, type Trx } from '#db/client.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { recordAudit, type StaffAuthor } from '../../../platform/monitoring/audit.service.ts';
import { countWebhook, observeWebhookLag } from '../../../platform/monitoring/metrics.ts';
import { callStripe, isResourceMissing } from '../stripe-errors.ts';
import { getStripeEvent } from './event-outcome.service.ts';
import {
  deleteStripeEventsBefore,
  insertStripeEvent,
  restartStripeEvent,
  type StoredEvent,
} from './stripe-event.repository.ts';

/** The webhook at Stripe must be subscribed to these events. */
export const HANDLED_EVENTS = [
  'customer.updated',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.marked_uncollectible',
  'invoice.voided',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const satisfies Array<Stripe.Event.Type>;

/** The Stripe object to sync after an event. */
interface EventSubject {
  id: string;
  job: 'customer' | 'subscription' | 'payment' | 'charge';
}

const toId = (reference: string | { id: string } | null | undefined) =>
  typeof reference === 'object' ? reference?.id : reference;
const makeSubjectFinder =
  (job: EventSubject['job']) =>
  (id: string | undefined): EventSubject | undefined =>
    id ? { id, job } : undefined;
const customer = makeSubjectFinder('customer');
const subscription = makeSubjectFinder('subscription');
const payment = makeSubjectFinder('payment');
const charge = makeSubjectFinder('charge');

/** Returns undefined for an event that doesn't affect our data. */
function findSubject(event: Stripe.Event): EventSubject | undefined {
  switch (event.type) {
    case 'customer.updated':
      // Most customer updates don't change the card.
      return event.data.previous_attributes?.invoice_settings ? customer(event.data.object.id) : undefined;
    case 'payment_method.updated':
    case 'payment_method.automatically_updated':
      return customer(toId(event.data.object.customer));
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return subscription(event.data.object.id);
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required':
    case 'invoice.marked_uncollectible':
    case 'invoice.voided':
      return subscription(toId(event.data.object.parent?.subscription_details?.subscription));
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      // Payments of subscription invoices carry no purchase id. Their invoice events above cover them.
      return event.data.object.metadata?.purchase ? payment(event.data.object.id) : undefined;
    case 'charge.refunded':
      return charge(event.data.object.id);
    case 'charge.refund.updated':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return charge(toId(event.data.object.charge));
    default:
      return undefined;
  }
}

/**
 * Returns false if the webhook's signature is wrong. The event only determines which object to sync. A job
 * reads the object's current state from Stripe, because events may arrive late or out of order.
 */
export async function receiveStripeEvent(
  deps: Deps,
  body: Buffer,
  signature: string,
  secret: string,
): Promise<boolean> {
  let event: Stripe.Event;
  try {
    event = await deps.stripe.webhooks.constructEventAsync(body, signature, secret);
  } catch (error) {
    countWebhook('wrong signature');
    deps.log.info({ reason: String(error) }, 'webhook refused');
    return false;
  }
  // The signature can be valid even if the body isn't an event.
  if (event?.object !== 'event') return true;
  observeWebhookLag(new Date(event.created * 1000), deps.now());
  try {
    await recordStripeEvent(deps, event);
  } catch (error) {
    countWebhook('failed');
    throw error;
  }
  countWebhook('accepted');
  return true;
}

/**
 * Records an event and enqueues a sync of the object it is about. Does nothing if the event was already
 * recorded.
 */
export async function recordStripeEvent(deps: Deps, event: Stripe.Event): Promise<void> {
  await inTransaction(deps.db, async (trx) => {
    const { record, subject } = prepareEvent(deps, event);
    if (await insertStripeEvent(trx, record)) await enqueueSync(deps, trx, subject, record.jobId);
  });
}

/**
 * Reads an event from Stripe again, and handles it as if it had just arrived. Safe to repeat, because a sync
 * reads the object's current state. Throws NOT_FOUND if Stripe no longer has the event.
 */
export async function replayStripeEvent(deps: Deps, id: string, by: StaffAuthor): Promise<StoredEvent> {
  const event = await retrieveEvent(deps, id);
  return inTransaction(deps.db, async (trx) => {
    const { record, subject } = prepareEvent(deps, event);
    if (!(await insertStripeEvent(trx, record))) await restartStripeEvent(trx, record);
    await enqueueSync(deps, trx, subject, record.jobId);
    const entry = { ...by, subject: `stripe-event:${id}`, at: deps.now() };
    await recordAudit(trx, { ...entry, action: 'stripe-event.replay' });
    return getStripeEvent(trx, id);
  });
}

async function retrieveEvent({ stripe }: Deps, id: string): Promise<Stripe.Event> {
  try {
    return await callStripe(() => stripe.events.retrieve(id));
  } catch (error) {
    throw isResourceMissing(error) ? new AppError('NOT_FOUND', { cause: error }) : error;
  }
}

/** An event that affects none of our data has no job. */
function prepareEvent({ now }: Deps, event: Stripe.Event) {
  const subject = findSubject(event);
  const ignored = { outcome: 'ignored', reason: 'It affects none of our data', settledAt: now() } as const;
  const pending = { outcome: 'pending', reason: null, settledAt: null } as const;
  const objectId = subject?.id ?? ('id' in event.data.object ? event.data.object.id : '');
  const record = {
    id: event.id,
    type: event.type,
    objectId,
    receivedAt: now(),
    jobId: subject ? newId() : null,
    ...(subject ? pending : ignored),
  };
  return { subject, record };
}

async function enqueueSync(
  { jobs }: Deps,
  trx: Trx,
  subject: EventSubject | undefined,
  jobId: string | null,
): Promise<void> {
  if (!subject || !jobId) return;
  const { id, job } = subject;
  const options = { id: jobId };
  if (job === 'customer') return jobs.enqueue(trx, 'sync-customer', { customerId: id }, options);
  if (job === 'charge') return jobs.enqueue(trx, 'sync-charge', { chargeId: id }, options);
  return job === 'payment'
    ? jobs.enqueue(trx, 'sync-payment', { providerId: id }, options)
    : jobs.enqueue(trx, 'sync-subscription', { providerId: id }, options);
}

const RETENTION_MS = 90 * 86_400_000;

/** Stripe stops retrying an event long before we delete it (D52). */
export async function deleteOldStripeEvents({ db, now }: Deps): Promise<void> {
  await deleteStripeEventsBefore(db, new Date(now().getTime() - RETENTION_MS));
}
