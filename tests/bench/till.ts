import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { createStripe } from '#server/integrations/stripe/client.ts';
import { readAddress } from '#server/integrations/stripe-sandbox/address.ts';
import { SandboxControl } from '#server/integrations/stripe-sandbox/control.ts';
import { cardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { withDatabase } from './support/database.ts';
import { median, rounded } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import type { Bench, Report } from './support/report.ts';
import { startBenchServer } from './support/server-process.ts';

const CARDS = 20;
const LOOK_EVERY_MS = 10;
/** Declines every charge from now on. */
const DECLINING = '4000000000000341';

interface Card {
  number: string;
  subscription: string;
  customer: string;
}

async function buyCards(client: HttpClient, db: Db): Promise<Card[]> {
  for (let bought = 0; bought < CARDS; bought += 1) {
    const answer = await client.post('/trpc/checkout.buyCard', cardPurchase());
    if (answer.status !== 200) throw new Error(`A purchase was answered ${answer.status}: ${answer.body}`);
  }
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select(['number', 'subscriptions.providerId', 'purchases.providerCustomerId'])
    .where('subscriptions.status', '=', 'active')
    .execute();
  return rows.map(({ number, providerId, providerCustomerId }) => ({
    number,
    subscription: String(providerId),
    customer: String(providerCustomerId),
  }));
}

/** Milliseconds from the event to the first look at which the till is told that the card is not good. */
async function untilRefused(client: HttpClient, { number }: Card, event: () => Promise<unknown>) {
  const input = encodeURIComponent(JSON.stringify({ number }));
  const began = performance.now();
  await event();
  for (;;) {
    const { body } = await client.get(`/trpc/verification.find?input=${input}`);
    if (!body.includes('"updatedStatus":"active"')) return performance.now() - began;
    await sleep(LOOK_EVERY_MS);
  }
}

function row(name: string, all: number[]): string[] {
  return [name, String(all.length), rounded(median(all)), rounded(Math.max(...all))];
}

async function measureAll(client: HttpClient, db: Db, dataDir: string): Promise<string[][]> {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The sandbox is gone');
  const control = new SandboxControl(address);
  const stripe = createStripe({ secretKey: 'sk_test_sandbox', apiUrl: address.url });
  const canceled: number[] = [];
  for (const card of await buyCards(client, db)) {
    canceled.push(await untilRefused(client, card, () => stripe.subscriptions.cancel(card.subscription)));
  }
  await control.settings({ retryDays: [30], afterRetries: 'past_due' });
  const declined = await buyCards(client, db);
  for (const { customer } of declined) await control.changeCard(customer, DECLINING);
  // All of them fall due within the same command, whose own time counts too.
  const pastDue: number[] = [];
  const renewing = control.advance({ months: 1 });
  await Promise.all(
    declined.map(async (card) => {
      const till = new HttpClient(client.port);
      pastDue.push(await untilRefused(till, card, () => renewing));
      till.close();
    }),
  );
  return [
    row('canceled at the card network', canceled),
    row(`renewal refused, ${declined.length} at once`, pastDue),
  ];
}

async function run(): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  try {
    return await withDatabase(async ({ url, client: { db } }) => {
      const options = { databaseUrl: url, dataDir, limits: false, sandbox: true, watch: false };
      const server = await startBenchServer(options);
      const client = new HttpClient(server.port);
      const rows = await measureAll(client, db, dataDir);
      client.close();
      await server.stop();
      return {
        title: 'At the till: from what the card network says to the refusal of the card',
        tables: [{ columns: ['event', 'cards', 'median ms', 'longest ms'], rows }],
        notes: [
          `Signed webhook, queue, the look at the card network, the row, and the next verification over HTTP, which is asked for every ${LOOK_EVERY_MS} ms. A card that expires needs none of it: its date is judged at each look.`,
        ],
      };
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const tillBench: Bench = { name: 'till', run };
