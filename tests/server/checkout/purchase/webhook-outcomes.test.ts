import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { describe, expect, test, vi } from 'vitest';
import { webhooksCommand } from '#server/app/cli/commands/webhooks.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { createJobHandlers } from '#server/app/startup/job-handlers.ts';
import { getStripeEvent } from '#server/domains/payments/events/event-outcome.service.ts';
import { recordStripeEvent } from '#server/domains/payments/events/stripe-event.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { withoutRetryPauses } from '#tests/helpers/retry-pauses.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

async function findEvent(type: Stripe.Event['type'], objectId: string): Promise<Stripe.Event> {
  for await (const event of checkout().deps.stripe.events.list({ types: [type], limit: 100 })) {
    if ('id' in event.data.object && event.data.object.id === objectId) return event;
  }
  throw new Error(`There is no ${type} about ${objectId}`);
}

const read = async (id: string) => {
  const { outcome, reason, failures, settledAt } = await getStripeEvent(database.db, id);
  return { outcome, reason, failures, isSettled: settledAt !== null };
};

/** Runs the job of an event about a subscription or a payment. */
async function runJob(eventId: string, overrides: Partial<Deps> = {}): Promise<void> {
  const { objectId: providerId, jobId } = await getStripeEvent(database.db, eventId);
  const handlers = createJobHandlers({ ...checkout().deps, ...overrides });
  const name = providerId.startsWith('sub_') ? 'sync-subscription' : 'sync-payment';
  expect(checkout().jobs.of(name)).toContainEqual({ providerId });
  await handlers[name]({ providerId }, jobId ?? '');
}

function run(...args: string[]) {
  const { deps } = checkout();
  const command = { ...deps, openJobs: async () => deps.jobs, openServer: async () => deps };
  return executeCommand(webhooksCommand, command, args);
}

/** Counts everything that purchases create. Repeated events must not change the counts. */
async function countEffects() {
  const counts: Record<string, number> = {};
  for (const table of ['memberships', 'payments', 'ledgerEntries', 'commissions'] as const) {
    counts[table] = (await database.db.selectFrom(table).select('id').execute()).length;
  }
  return { ...counts, mails: checkout().jobs.of('mail').length };
}

describe('an event from Stripe keeps its outcome', () => {
  test('failed, then applied after a replay, which changes nothing when it is repeated', async () => {
    const staff = await makeAccount(database.db, { accountType: 10 });
    const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase());
    const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
    const event = await findEvent('customer.subscription.created', String(providerSubscriptionId));
    const effectCounts = await countEffects();

    await recordStripeEvent(checkout().deps, event);
    expect(await read(event.id)).toEqual({ outcome: 'pending', reason: null, failures: 0, isSettled: false });
    const stripe = withoutRetryPauses(createStripe({ secretKey: 'sk_test', apiUrl: 'http://127.0.0.1:9' }));
    for (const _ of [1, 2]) await expect(runJob(event.id, { stripe })).rejects.toThrow();
    expect(await read(event.id)).toMatchObject({ outcome: 'failed', failures: 2, isSettled: true });
    expect((await run('list')).output).toMatch(new RegExp(`^${event.id}  .*failed, 2 failures  \\w+`));
    // Stripe may deliver the same event again.
    await recordStripeEvent(checkout().deps, event);
    expect(await read(event.id)).toMatchObject({ outcome: 'failed', failures: 2 });

    const by = ['--by', staff.email, '--reason', 'Stripe was away'];
    for (const _ of [1, 2]) {
      const output = `${event.id}  will be handled again.`;
      expect(await run('replay', event.id, ...by)).toEqual({ exitCode: 0, output });
      expect(await read(event.id)).toMatchObject({ outcome: 'pending', isSettled: false });
      await runJob(event.id);
      expect(await read(event.id)).toEqual({
        outcome: 'applied',
        reason: null,
        failures: 2,
        isSettled: true,
      });
    }
    expect(await countEffects()).toEqual(effectCounts);
    expect((await run('list')).output).toBe('No events are failed or pending.');
    expect((await run('show', event.id)).output).toMatch(/^outcome +applied$/m);
    const auditQuery = database.db.selectFrom('auditLog').select(['actorId', 'action', 'subject', 'reason']);
    const entry = { actorId: staff.id, action: 'stripe-event.replay', subject: `stripe-event:${event.id}` };
    expect(await auditQuery.execute()).toEqual(Array(2).fill({ ...entry, reason: 'Stripe was away' }));
  });

  test('applied for each of several at once, with one read from Stripe', async () => {
    const { deps } = checkout();
    const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase());
    const providerId = String((await checkout().findPurchase(purchaseId)).providerSubscriptionId);
    const createdEvent = await findEvent('customer.subscription.created', providerId);
    const events = ['a', 'b', 'c'].map((suffix) => ({ ...createdEvent, id: `${createdEvent.id}_${suffix}` }));
    for (const event of events) await recordStripeEvent(deps, event);
    const retrieve = vi.spyOn(deps.stripe.subscriptions, 'retrieve');
    const storedEvents = await Promise.all(events.map(({ id }) => getStripeEvent(database.db, id)));
    const handlers = createJobHandlers(deps);
    await Promise.all(
      storedEvents.map(({ jobId }) => handlers['sync-subscription']({ providerId }, jobId ?? '')),
    );
    expect(retrieve).toHaveBeenCalledTimes(1);
    for (const { id } of events) expect(await read(id)).toMatchObject({ outcome: 'applied' });
  });

  test('ignored, with the reason', async () => {
    const { deps } = checkout();
    const customer = await deps.stripe.customers.create({ email: 'ann@example.com' });
    await deps.stripe.customers.update(customer.id, { name: 'Ann' });
    const rename = await findEvent('customer.updated', customer.id);
    await recordStripeEvent(deps, rename);
    expect(await read(rename.id)).toMatchObject({
      outcome: 'ignored',
      reason: 'It affects none of our data',
      isSettled: true,
    });
    const { id: paymentMethod } = await deps.stripe.paymentMethods.create({
      type: 'card',
      card: { token: 'tok_visa' },
    });
    // Simulate a charge that is newer than the backup from which the database was restored.
    const payment = await deps.stripe.paymentIntents.create({
      amount: 999,
      currency: 'usd',
      payment_method: paymentMethod,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      metadata: { purchase: randomUUID(), attempt: '1' },
    });
    const charge = await findEvent('payment_intent.succeeded', payment.id);
    await recordStripeEvent(deps, charge);
    await runJob(charge.id);
    expect(await read(charge.id)).toMatchObject({ outcome: 'ignored', reason: 'It belongs to no purchase' });
    expect((await run('list', '--outcome', 'ignored')).output.split('\n')).toHaveLength(2);
  });

  test('and a command with wrong arguments or an unknown event changes nothing', async () => {
    const staff = await makeAccount(database.db, { accountType: 10 });
    const by = ['--by', staff.email, '--reason', 'x'];
    for (const line of [
      '',
      'list x',
      'list --outcome lost',
      'show',
      'replay',
      'replay evt_1',
      'show evt_1 evt_2',
    ]) {
      expect(await run(...line.split(' '))).toMatchObject({ exitCode: 2 });
    }
    const missingResult = { exitCode: 1, output: 'There is no event evt_unknown.' };
    expect(await run('show', 'evt_unknown')).toEqual(missingResult);
    expect(await run('replay', 'evt_unknown', ...by)).toEqual(missingResult);
  });
});
