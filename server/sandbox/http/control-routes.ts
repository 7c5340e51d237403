import { timingSafeEqual } from 'node:crypto';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { findIntentInvoice } from '../billing/invoices.ts';
import { addMonths } from '../billing/periods.ts';
import { runDueItems } from '../billing/renewals.ts';
import { changeSubscription } from '../billing/subscription-status.ts';
import type { Webhooks } from '../events/webhooks.ts';
import { attach, createPaymentMethod } from '../payments/card-vault.ts';
import { closeDispute, openDispute } from '../payments/disputes.ts';
import { failRefund } from '../payments/refunds.ts';
import { testCard } from '../payments/test-cards.ts';
import type { Records } from '../state/records.ts';
import { faultSchema, settingsSchema } from '../state/state.ts';
import type { World } from '../state/world.ts';
import {
  advanceSchema,
  type ChargeSummary,
  changeCardSchema,
  closeDisputeSchema,
  disputeSchema,
  failRefundSchema,
  flushSchema,
  type Status,
  settingsChangeSchema,
  webhookChangeSchema,
} from './control-schema.ts';
import { invalidRequest, SandboxError } from './errors.ts';

/**
 * Moves the clock forward, runs everything due by then, and returns the time it stopped at in Unix seconds.
 * Unless `exact` is set, it then moves on until the remaining draft invoices are charged too.
 */
async function advance(world: World, step: z.output<typeof advanceSchema>): Promise<number> {
  const startTime = world.now();
  const target =
    step.to === undefined
      ? addMonths(startTime, step.months ?? 0) +
        Math.round((step.days ?? 0) * 86_400 + (step.hours ?? 0) * 3600)
      : Math.floor(Date.parse(step.to) / 1000);
  await moveTo(world, target);
  if (step.exact !== true) {
    const draftEnd = findLastDraftEnd(world, target);
    if (draftEnd !== null) await moveTo(world, draftEnd);
  }
  return world.now();
}

async function moveTo(world: World, target: number): Promise<void> {
  for (
    let nextDueAt = world.schedule.next;
    nextDueAt !== null && nextDueAt <= target;
    nextDueAt = world.schedule.next
  ) {
    world.clock.moveTo(nextDueAt);
    runDueItems(world, nextDueAt);
    await yieldToEventLoop();
  }
  world.clock.moveTo(target);
  world.commit();
}

/** Returns when the last of the current draft invoices is finalized. */
function findLastDraftEnd(world: World, now: number): number | null {
  const ends = world.store
    .list('invoice', 'status', 'draft')
    .flatMap(({ automatically_finalizes_at: at }) => (at !== null && at >= now ? [at] : []));
  return ends.length === 0 ? null : Math.max(...ends);
}

export interface Control {
  readonly world: World;
  readonly webhooks: Webhooks;
  readonly key: string;
  readonly isOrphaned: () => boolean;
  /** The process exits after the response is sent. */
  readonly exit: () => void;
}

interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly body: object | null;
}

type Command = (control: Control, payload: unknown) => Promise<object | null> | object | null;

const COMMANDS: Readonly<Record<string, Command>> = {
  status: readStatus,
  advance: async ({ world }, payload) => ({ now: iso(await advance(world, advanceSchema.parse(payload))) }),
  fault: ({ world }, payload) => {
    world.changeState({ faults: [...world.state.faults, faultSchema.parse(payload)] });
    return null;
  },
  'clear-faults': ({ world }) => {
    world.changeState({ faults: [] });
    return null;
  },
  settings: ({ world, webhooks }, payload) => {
    const change = settingsChangeSchema.parse(payload);
    world.changeState({ settings: settingsSchema.parse({ ...world.state.settings, ...change }) });
    if (world.state.settings.webhooks === 'send') webhooks.wake();
    return world.state.settings;
  },
  webhook: ({ world, webhooks }, payload) => {
    world.changeState({ webhook: webhookChangeSchema.parse(payload) });
    webhooks.wake();
    return null;
  },
  flush: async ({ webhooks }, payload) => ({
    pending: await webhooks.flush(flushSchema.parse(payload).milliseconds),
  }),
  charges: ({ world }) => ({
    charges: world.store
      .list('charge')
      .filter(({ paid }) => paid)
      .map((charge) => summarizeCharge(world, charge)),
  }),
  dispute: ({ world }, payload) => {
    const { charge, reason } = disputeSchema.parse(payload);
    return openDispute(world, charge, reason);
  },
  'close-dispute': ({ world }, payload) => {
    const { dispute, outcome } = closeDisputeSchema.parse(payload);
    return closeDispute(world, dispute, outcome);
  },
  'fail-refund': ({ world }, payload) => failRefund(world, failRefundSchema.parse(payload).refund),
  'change-card': changeCard,
  leave: ({ isOrphaned, exit }) => {
    if (!isOrphaned())
      throw new SandboxError(409, { type: 'invalid_request_error', message: 'The sandbox is in use.' });
    exit();
    return null;
  },
};

/**
 * Handles a command, such as one from a test or from `npm run sandbox`. The caller must send the control key.
 */
export async function serveControl(control: Control, request: ControlRequest): Promise<Reply> {
  if (!isSameKey(request.key, control.key))
    return { status: 401, body: { error: { message: 'Wrong control key.' } } };
  const command = COMMANDS[request.path.slice('/_sandbox/'.length)];
  if (command === undefined || request.method !== 'POST') {
    return { status: 404, body: { error: { message: `No such command: ${request.path}` } } };
  }
  try {
    const payload: unknown = request.body === '' ? {} : JSON.parse(request.body);
    const body = await command(control, payload);
    control.world.commit();
    return { status: 200, body };
  } catch (error) {
    control.world.rollback();
    if (error instanceof SandboxError) return { status: error.status, body: { error: error.body } };
    if (error instanceof z.ZodError)
      return { status: 400, body: { error: { message: z.prettifyError(error) } } };
    throw error;
  }
}

function isSameKey(candidateKey: string | undefined, key: string): boolean {
  const [a, b] = [Buffer.from(candidateKey ?? ''), Buffer.from(key)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function readStatus({ world, webhooks, isOrphaned }: Control): Status {
  return {
    pid: process.pid,
    now: iso(world.now()),
    orphaned: isOrphaned(),
    pendingWebhooks: webhooks.pending,
    webhookUrl: world.state.webhook?.url ?? null,
    faults: world.state.faults,
    settings: world.state.settings,
  };
}

function summarizeCharge(world: World, charge: Records['charge']): ChargeSummary {
  const intent =
    charge.payment_intent === null ? undefined : world.store.find('payment_intent', charge.payment_intent);
  const invoice = intent === undefined ? undefined : findIntentInvoice(world, intent);
  const details = invoice?.parent?.subscription_details;
  return {
    id: charge.id,
    amount: charge.amount,
    refunded: charge.amount_refunded,
    customer: charge.customer,
    paymentIntent: charge.payment_intent,
    invoice: invoice?.id ?? null,
    subscription: details?.subscription ?? null,
    created: iso(charge.created),
    metadata: details?.metadata ?? intent?.metadata ?? {},
  };
}

/** Replaces a customer's card, as when the bank issues a new one. */
function changeCard({ world }: Control, payload: unknown): object {
  const { customer: id, number } = changeCardSchema.parse(payload);
  const card = testCard(number.replaceAll(' ', ''));
  if (card === undefined) throw invalidRequest(`Not a published test card: ${number}`);
  const customer = world.store.get('customer', id);
  const newCard = createPaymentMethod(world, { card, expMonth: 12, expYear: 2034, cvcGiven: true }, {});
  const paymentMethod =
    card.refusal === undefined || card.attaches === true
      ? attach(world, newCard, id)
      : world.store.put('payment_method', { ...newCard, customer: id });
  world.store.put('customer', {
    ...customer,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: paymentMethod.id },
  });
  for (const subscription of world.store.list('subscription', 'customer', id)) {
    if (subscription.ended_at === null) {
      changeSubscription(world, subscription, { default_payment_method: paymentMethod.id });
    }
  }
  return { paymentMethod: paymentMethod.id };
}

function iso(instant: number): string {
  return new Date(instant * 1000).toISOString();
}
