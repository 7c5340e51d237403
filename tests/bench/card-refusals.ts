import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#db/client.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { SandboxControl } from '#server/sandbox/control.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { withDatabase } from './support/database.ts';
import { formatFigure, median } from './support/figures.ts';
import { HttpClient } from './support/http-client.ts';
import type { Bench, Report } from './support/report.ts';
import { startBenchServer } from './support/server-process.ts';

const CARDS = 20;
const POLL_MS = 10;
/** A card that can be saved but declines every charge. */
const DECLINED_CARD = '4000000000000341';

interface Card {
  number: string;
  subscription: string;
  customer: string;
}

async function buyCards(client: HttpClient, db: Db): Promise<Card[]> {
  for (let cardCount = 0; cardCount < CARDS; cardCount += 1) {
    const response = await client.post('/trpc/checkout.buyCard', makeCardPurchase());
    if (response.status !== 200) throw new Error(`A purchase returned ${response.status}: ${response.body}`);
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

/**
 * Measures how many milliseconds pass from the start of the event until verification no longer reports the
 * card as active.
 */
async function measureUntilRefused(client: HttpClient, { number }: Card, event: () => Promise<unknown>) {
  const input = encodeURIComponent(JSON.stringify({ number }));
  const startedAt = performance.now();
  await event();
  for (;;) {
    const { body } = await client.get(`/trpc/verification.find?input=${input}`);
    if (!body.includes('"updatedStatus":"active"')) return performance.now() - startedAt;
    await sleep(POLL_MS);
  }
}

function formatRow(name: string, latencies: number[]): string[] {
  return [
    name,
    String(latencies.length),
    formatFigure(median(latencies)),
    formatFigure(Math.max(...latencies)),
  ];
}

async function measureRefusals(client: HttpClient, db: Db, dataDir: string): Promise<string[][]> {
  const address = readAddress(dataDir);
  if (!address) throw new Error('The sandbox is not running');
  const control = new SandboxControl(address);
  const stripe = createStripe({ secretKey: 'sk_test_sandbox', apiUrl: address.url });
  const canceledMs: number[] = [];
  for (const card of await buyCards(client, db)) {
    canceledMs.push(
      await measureUntilRefused(client, card, () => stripe.subscriptions.cancel(card.subscription)),
    );
  }
  await control.settings({ retryDays: [30], afterRetries: 'past_due' });
  const declinedCards = await buyCards(client, db);
  for (const { customer } of declinedCards) await control.changeCard(customer, DECLINED_CARD);
  // One command makes all renewals due, so the measured times include that command's duration.
  const pastDue: number[] = [];
  const renewing = control.advance({ months: 1 });
  await Promise.all(
    declinedCards.map(async (card) => {
      const cashier = new HttpClient(client.port);
      pastDue.push(await measureUntilRefused(cashier, card, () => renewing));
      cashier.close();
    }),
  );
  return [
    formatRow('canceled at Stripe', canceledMs),
    formatRow(`renewal declined, ${declinedCards.length} at once`, pastDue),
  ];
}

async function run(): Promise<Report> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-bench-'));
  try {
    return await withDatabase(async ({ url, client: { db } }) => {
      const options = {
        databaseUrl: url,
        dataDir,
        hasRateLimits: false,
        hasSandbox: true,
        recordsCosts: false,
      };
      const server = await startBenchServer(options);
      const client = new HttpClient(server.port);
      const rows = await measureRefusals(client, db, dataDir);
      client.close();
      await server.stop();
      return {
        title: 'Card refusals: from an event at Stripe until the cashier sees that the card is invalid',
        tables: [{ columns: ['event', 'cards', 'median ms', 'longest ms'], rows }],
        notes: [
          `Includes the signed webhook, the queue, the request to Stripe, the database update, and the next verification over HTTP, which is requested every ${POLL_MS} ms. Expired cards need none of this, because each verification checks the date.`,
        ],
      };
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const cardRefusalsBench: Bench = { name: 'card-refusals', run };
