import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStripe } from '#server/integrations/stripe/client.ts';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import { startSandbox } from '#server/integrations/stripe-sandbox/sandbox.ts';
import { type SpawnedSandbox, spawnSandbox } from '#server/integrations/stripe-sandbox/spawn.ts';
import { receiveWebhooks, SECRET_KEY, WEBHOOK_SECRET } from './provider.ts';
import { newBuyer, newProduct, subscriptionOf } from './purchases.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const spawnHere = (more: { webhookUrl?: string } = {}) =>
  spawnSandbox({ dataDir, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, ...more });

describe('[D45] the sandbox in a process of its own', () => {
  test('keeps everything it responded with when it is killed, and charges nobody twice', async () => {
    const sandbox = await spawnHere();
    // Twenty retries outlast a restart on a busy machine.
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: sandbox.url });
    const manyRetries = { maxNetworkRetries: 20 };
    const plan = await newProduct(stripe, 'Individual');
    const buyers = await Promise.all(Array.from({ length: 12 }, () => newBuyer(stripe)));
    const answered: Stripe.Subscription[] = [];
    const purchases = buyers.map(async (buyer, n) => {
      for (let turn = 0; turn < 4; turn += 1) {
        const key = { idempotencyKey: `purchase:${n}:${turn}`, ...manyRetries };
        answered.push(await stripe.subscriptions.create(subscriptionOf(buyer, { plan }), key));
      }
    });
    for (let kill = 0; kill < 3; kill += 1) {
      const count = answered.length;
      await expect.poll(() => answered.length, { timeout: 60_000, interval: 5 }).toBeGreaterThan(count + 3);
      process.kill(sandbox.pid(), 'SIGKILL');
    }
    await Promise.all(purchases);
    const known = await stripe.subscriptions.list({ status: 'all', limit: 100 });
    expect(known.data.map(({ id }) => id).sort()).toEqual(answered.map(({ id }) => id).sort());
    expect(known.data.every(({ status }) => status === 'active')).toBe(true);
    expect(await sandbox.control.charges()).toHaveLength(48);
    await sandbox.close();
  }, 240_000);

  test('sends undelivered events after a restart', async () => {
    const arrived: string[] = [];
    let open = false;
    const receiver = await receiveWebhooks((body) => {
      if (!open) return 503;
      arrived.push(JSON.parse(body).type);
      return 200;
    });
    const sandbox = await spawnHere({ webhookUrl: receiver.url });
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: sandbox.url });
    await stripe.customers.create({ name: 'Waiting' });
    process.kill(sandbox.pid(), 'SIGKILL');
    open = true;
    await expect.poll(() => arrived, { timeout: 60_000 }).toEqual(['customer.created']);
    await sandbox.close();
    await receiver.close();
  }, 180_000);

  test('keeps its clock, faults, and settings across a restart', async () => {
    const first = await startSandbox({ dataDir });
    const ahead = await first.control.advance({ months: 7 });
    await first.control.fault({ kind: 'decline', times: 2 });
    await first.control.settings({ retryDays: [1] });
    await first.close();
    const second = await startSandbox({ dataDir });
    const status = await second.control.status();
    expect(Date.parse(status.now)).toBeGreaterThanOrEqual(ahead.getTime());
    expect(status.faults).toMatchObject([{ kind: 'decline', times: 2 }]);
    expect(status.settings.retryDays).toEqual([1]);
    await second.close();
  });

  test('cuts off a line that a crash left incomplete and keeps later writes', async () => {
    const journal = join(dataDir, 'sandbox', 'journal');
    const first = await startSandbox({ dataDir });
    const existing = await createStripe({ secretKey: SECRET_KEY, apiUrl: first.url }).customers.create({
      name: 'Kept',
    });
    await first.close();
    await appendFile(journal, 'B evt_torn\t{"id":"evt_torn"}\nC {"puts":[["customer","cus_torn",{"id":');
    const second = await startSandbox({ dataDir });
    const after = createStripe({ secretKey: SECRET_KEY, apiUrl: second.url });
    const added = await after.customers.create({ name: 'Added' });
    await second.close();
    const third = await startSandbox({ dataDir });
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: third.url });
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([added.id, existing.id]);
    await third.close();
  });

  test('exits when its parent is killed and releases its folder', async () => {
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'spawning-parent.ts'), dataDir]);
    let printed = '';
    parent.stdout.on('data', (chunk) => {
      printed += chunk;
    });
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(/^\d+ \S+ \S+\n$/);
    const [pid = '', url = '', customer = ''] = printed.trim().split(' ');
    parent.kill('SIGKILL');
    const successor: SpawnedSandbox = await spawnHere();
    expect(successor.url).not.toBe(url);
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: successor.url });
    expect((await stripe.customers.retrieve(customer)).id).toBe(customer);
    await expect.poll(() => isAlive(Number(pid)), { timeout: 60_000 }).toBe(false);
    await successor.close();
  }, 180_000);

  test('does not start in a folder that another sandbox uses', async () => {
    const first = await spawnHere();
    await expect(startSandbox({ dataDir, folderTimeoutMs: 200 })).rejects.toThrow(
      /Another sandbox \(process \d+\)/,
    );
    expect((await first.control.status()).orphaned).toBe(false);
    await first.close();
  });

  test('makes its address file readable by its owner only and deletes it on exit', async () => {
    const sandbox = await spawnHere();
    const file = join(dataDir, 'sandbox', 'address.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(readAddress(dataDir)).toMatchObject({ url: sandbox.url, pid: sandbox.pid() });
    await sandbox.close();
    await expect(readFile(file)).rejects.toThrow('ENOENT');
  });

  test('never runs in production or with a live key', async () => {
    await expect(
      spawnSandbox({ dataDir, secretKey: 'sk_live_x', webhookSecret: WEBHOOK_SECRET }),
    ).rejects.toThrow('test keys only');
    const before = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      await expect(spawnHere()).rejects.toThrow('production');
      await expect(startSandbox({ dataDir })).rejects.toThrow('production');
    } finally {
      process.env.NODE_ENV = before;
    }
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
