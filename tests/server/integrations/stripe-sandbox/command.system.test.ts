import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { runSandboxAction } from '#server/app/cli/sandbox.ts';
import { type LocalSandbox, openLocalSandbox } from './provider.ts';
import { captureStripeError, newBuyer, newProduct, subscriptionParams } from './purchases.ts';

const PROGRAM = join(import.meta.dirname, '../../../../server/app/cli/main.ts');

let sandbox: LocalSandbox;
let stripe: Stripe;
beforeAll(async () => {
  sandbox = await openLocalSandbox();
  stripe = sandbox.stripe;
});
afterAll(() => sandbox.close());

const runWords = (words: string) => runSandboxAction(sandbox.control, words === '' ? [] : words.split(' '));
const pay = async () => {
  const { customer, card } = await newBuyer(stripe);
  return stripe.paymentIntents.create({
    amount: 5995,
    currency: 'usd',
    customer,
    payment_method: card,
    confirm: true,
    metadata: { purchase: 'p7' },
  });
};

describe('[D45] npm run sandbox', () => {
  test('reaches the running sandbox through its data folder', async () => {
    const run = (dataDir: string, ...args: string[]) =>
      promisify(execFile)(process.execPath, [PROGRAM, 'sandbox', ...args], { env: { DATA_DIR: dataDir } });
    expect((await run(sandbox.dataDir, 'status')).stdout).toMatch(/^Clock {5}\d{4}-\d\d-\d\d \d\d:\d\d\n/);
    await expect(run(join(sandbox.dataDir, 'elsewhere'), 'status')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('No sandbox is running for'),
    });
    await expect(run(sandbox.dataDir, 'dance')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no action 'dance'."),
    });
    expect((await run(sandbox.dataDir, 'help')).stdout).toContain('npm run sandbox -- advance');
  });

  test('serves a sandbox by itself, with the webhook of the site, until it is stopped', async () => {
    const DATA_DIR = await mkdtemp(join(tmpdir(), 'everything-card-serve-'));
    onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
    const settings = { DATA_DIR, PUBLIC_URL: 'http://card.example' };
    const child = spawn(process.execPath, [PROGRAM, 'sandbox', 'serve', '0'], { env: settings });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toContain('STRIPE_SANDBOX_URL=http://127.0.0.1:');
    const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'sandbox', 'status'], {
      env: settings,
    });
    expect(stdout).toContain('send to http://card.example/api/stripe/webhook');
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('schedules declines and clears them', async () => {
    await runWords('decline 2 insufficient_funds');
    expect(await captureStripeError(pay())).toMatchObject({ decline_code: 'insufficient_funds' });
    expect(await runWords('status')).toContain('decline, 1 times');
    await runWords('clear');
    expect((await pay()).status).toBe('succeeded');
  });

  test('advances the clock and lists the charges in that time', async () => {
    const plan = await newProduct(stripe, 'Individual');
    await stripe.subscriptions.create(
      subscriptionParams(await newBuyer(stripe), { plan, metadata: { purchase: 'p8' } }),
    );
    await runWords('advance 2 months');
    const lines = (await runWords('charges')).split('\n').filter((line) => line.includes('purchase=p8'));
    expect(lines).toHaveLength(3);
    expect(lines[0]).toContain('$49.95');
    expect(await runWords('charges 1')).not.toContain('\n');
    const timeBefore = await sandbox.control.now();
    await runWords(`advance to ${new Date(timeBefore.getTime() + 86_400_000).toISOString()}`);
    expect((await sandbox.control.now()).getTime() - timeBefore.getTime()).toBeGreaterThanOrEqual(
      86_400_000 - 1000,
    );
  });

  test('opens and closes a dispute', async () => {
    const paidIntent = await pay();
    const dispute = await runWords(`dispute ${paidIntent.latest_charge}`);
    const id = /du_\w+/.exec(dispute)?.[0] ?? '';
    const refund = () => stripe.refunds.create({ charge: String(paidIntent.latest_charge) });
    expect(await captureStripeError(refund())).toMatchObject({ code: 'charge_disputed' });
    await runWords(`decide ${id} won`);
    expect(await refund()).toMatchObject({ status: 'succeeded' });
    expect((await stripe.disputes.retrieve(id)).status).toBe('won');
  });

  test('changes a customer’s card, retries, and webhooks', async () => {
    const { customer } = await newBuyer(stripe);
    await runWords(`card ${customer} 5555 5555 5555 4444`);
    const { data } = await stripe.paymentMethods.list({ customer });
    expect(data.map(({ card }) => card?.last4)).toContain('4444');
    await runWords('retries 1,2 unpaid');
    await runWords('webhooks hold');
    expect((await sandbox.control.status()).settings).toMatchObject({
      retryDays: [1, 2],
      afterRetries: 'unpaid',
      webhooks: 'hold',
    });
  });

  test.each([
    ['', 'Choose an action.'],
    ['advance', 'Expected one of: hours, days, months.'],
    ['advance two months', "'two' is not a whole number."],
    ['advance to never', "'never' is not a date."],
    ['fail sometimes', 'Expected one of: before, after.'],
    ['dispute', 'The charge is missing.'],
    ['constructor', "There is no action 'constructor'."],
  ])('refuses the arguments %j', async (words, sentence) => {
    await expect(runWords(words)).rejects.toThrow(sentence);
  });
});
