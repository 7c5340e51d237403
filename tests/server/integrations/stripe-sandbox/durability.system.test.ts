import { spawn } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import { type SpawnedSandbox, spawnSandbox } from '#server/sandbox/spawn.ts';
import { receiveWebhooks, SECRET_KEY, WEBHOOK_SECRET } from './provider.ts';
import { newBuyer, newProduct, subscriptionParams } from './purchases.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const spawnInDataDir = (extraOptions: { webhookUrl?: string } = {}) =>
  spawnSandbox({ dataDir, secretKey: SECRET_KEY, webhookSecret: WEBHOOK_SECRET, ...extraOptions });

describe('[D45] the sandbox in its own process', () => {
  test('keeps every acknowledged change when it is killed, and charges nobody twice', async () => {
    const sandbox = await spawnInDataDir();
    // Twenty retries take longer than a restart, even on a busy machine.
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: sandbox.url });
    const manyRetries = { maxNetworkRetries: 20 };
    const plan = await newProduct(stripe, 'Individual');
    const buyers = await Promise.all(Array.from({ length: 12 }, () => newBuyer(stripe)));
    const createdSubscriptions: Stripe.Subscription[] = [];
    const purchases = buyers.map(async (buyer, n) => {
      for (let round = 0; round < 4; round += 1) {
        const key = { idempotencyKey: `purchase:${n}:${round}`, ...manyRetries };
        createdSubscriptions.push(
          await stripe.subscriptions.create(subscriptionParams(buyer, { plan }), key),
        );
      }
    });
    let killedPid = 0;
    for (let kill = 0; kill < 3; kill += 1) {
      const count = createdSubscriptions.length;
      await expect
        .poll(() => createdSubscriptions.length, { timeout: 60_000, interval: 5 })
        .toBeGreaterThan(count + 3);
      await expect.poll(sandbox.pid).not.toBe(killedPid);
      killedPid = sandbox.pid();
      process.kill(killedPid, 'SIGKILL');
    }
    await Promise.all(purchases);
    const listedSubscriptions = await stripe.subscriptions.list({ status: 'all', limit: 100 });
    expect(listedSubscriptions.data.map(({ id }) => id).sort()).toEqual(
      createdSubscriptions.map(({ id }) => id).sort(),
    );
    expect(listedSubscriptions.data.every(({ status }) => status === 'active')).toBe(true);
    expect(await sandbox.control.charges()).toHaveLength(48);
    await sandbox.close();
  }, 240_000);

  test('sends undelivered events after a restart', async () => {
    const receivedIds: string[] = [];
    let open = false;
    const receiver = await receiveWebhooks((body) => {
      if (!open) return 503;
      receivedIds.push(JSON.parse(body).type);
      return 200;
    });
    const sandbox = await spawnInDataDir({ webhookUrl: receiver.url });
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: sandbox.url });
    await stripe.customers.create({ name: 'Waiting' });
    process.kill(sandbox.pid(), 'SIGKILL');
    open = true;
    await expect.poll(() => receivedIds, { timeout: 60_000 }).toEqual(['customer.created']);
    await sandbox.close();
    await receiver.close();
  });

  test('keeps its clock, faults, and settings across a restart', async () => {
    const firstSandbox = await startSandbox({ dataDir });
    const advanced = await firstSandbox.control.advance({ months: 7 });
    await firstSandbox.control.fault({ kind: 'decline', times: 2 });
    await firstSandbox.control.settings({ retryDays: [1] });
    await firstSandbox.close();
    const secondSandbox = await startSandbox({ dataDir });
    const status = await secondSandbox.control.status();
    expect(Date.parse(status.now)).toBeGreaterThanOrEqual(advanced.getTime());
    expect(status.faults).toMatchObject([{ kind: 'decline', times: 2 }]);
    expect(status.settings.retryDays).toEqual([1]);
    await secondSandbox.close();
  });

  test('cuts off a line that a crash left incomplete and keeps later writes', async () => {
    const journal = join(dataDir, 'sandbox', 'journal');
    const firstSandbox = await startSandbox({ dataDir });
    const existingCustomer = await createStripe({
      secretKey: SECRET_KEY,
      apiUrl: firstSandbox.url,
    }).customers.create({
      name: 'Kept',
    });
    await firstSandbox.close();
    await appendFile(journal, 'B evt_torn\t{"id":"evt_torn"}\nC {"puts":[["customer","cus_torn",{"id":');
    const secondSandbox = await startSandbox({ dataDir });
    const stripeAfterRestart = createStripe({ secretKey: SECRET_KEY, apiUrl: secondSandbox.url });
    const addedCustomer = await stripeAfterRestart.customers.create({ name: 'Added' });
    await secondSandbox.close();
    const third = await startSandbox({ dataDir });
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: third.url });
    expect((await stripe.customers.list()).data.map(({ id }) => id)).toEqual([
      addedCustomer.id,
      existingCustomer.id,
    ]);
    await third.close();
  });

  test('exits when its parent is killed and releases its folder', async () => {
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'spawning-parent.ts'), dataDir]);
    let output = '';
    parent.stdout.on('data', (chunk) => {
      output += chunk;
    });
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^\d+ \S+ \S+\n$/);
    const [pid = '', url = '', customer = ''] = output.trim().split(' ');
    parent.kill('SIGKILL');
    const successor: SpawnedSandbox = await spawnInDataDir();
    expect(successor.url).not.toBe(url);
    const stripe = createStripe({ secretKey: SECRET_KEY, apiUrl: successor.url });
    expect((await stripe.customers.retrieve(customer)).id).toBe(customer);
    await expect.poll(() => isRunning(Number(pid)), { timeout: 60_000 }).toBe(false);
    await successor.close();
  });

  test('does not start in a folder that another sandbox uses', async () => {
    const firstSandbox = await spawnInDataDir();
    await expect(startSandbox({ dataDir, folderTimeoutMs: 200 })).rejects.toThrow(
      /Another sandbox \(process \d+\)/,
    );
    expect((await firstSandbox.control.status()).orphaned).toBe(false);
    await firstSandbox.close();
  });

  test('makes its address file readable only by its owner and deletes it on exit', async () => {
    const sandbox = await spawnInDataDir();
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
    const previousEnv = process.env.NODE_ENV;
    process.env.NODE_ENV = 'production';
    try {
      await expect(spawnInDataDir()).rejects.toThrow('production');
      await expect(startSandbox({ dataDir })).rejects.toThrow('production');
    } finally {
      process.env.NODE_ENV = previousEnv;
    }
  });
});

/** False for a process that ended, even if no parent has reaped it yet. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // Only Linux has this file. The state follows the name, which is in parentheses.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return !/\) Z /.test(stat);
}
