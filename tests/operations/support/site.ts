import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { HANDLED_EVENTS } from '#server/domains/payments/events/stripe-event.service.ts';
import { type SpawnedSandbox, spawnSandbox } from '#server/sandbox/spawn.ts';
import { HttpClient } from '#tests/bench/support/http-client.ts';
import { checkResponse } from '#tests/bench/support/product-server.ts';
import { type ProductProcess, type Settings, startProduct } from '#tests/helpers/product.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';

const SETTLE_MS = 60_000;

/** Several processes of the product on one database, with one sandbox and one data folder. */
export interface Site {
  dataDir: string;
  sandbox: SpawnedSandbox;
  /** Starts a process. `release` is a folder with another release's sources. */
  start(settings?: Settings, release?: string): Promise<ProductProcess>;
  /** Sends Stripe's events to this process. */
  sendEventsTo(product: ProductProcess): Promise<void>;
  /** Waits until no purchase and no job is open, and returns how many receipts were sent. */
  settle(): Promise<number>;
  query<T extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/**
 * Opens a site without processes. `directUrl` is the database's URL without a pooler. `settings` apply to
 * every process.
 */
export async function openSite(directUrl: string, settings: Settings): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'everything-card-site-'));
  const sandbox = await spawnSandbox({ dataDir, secretKey: 'sk_test_operations', webhookSecret: '' });
  const products: ProductProcess[] = [];
  const pool = new pg.Pool({ connectionString: directUrl, max: 1 });
  pool.on('error', () => {});
  const query: Site['query'] = async (text, values = []) => (await pool.query(text, values)).rows;

  return {
    dataDir,
    sandbox,
    query,
    start: async (own = {}, release = undefined) => {
      const common = { DATA_DIR: dataDir, STRIPE_SANDBOX_URL: sandbox.url, DEMO: '0', TRUST_PROXY: '1' };
      const product = await startProduct({ ...common, ...settings, ...own }, { release });
      products.push(product);
      return product;
    },
    sendEventsTo: async ({ url }) => {
      const secrets: unknown = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'));
      const { webhookSecret: secret } = z.object({ webhookSecret: z.string() }).parse(secrets);
      await sandbox.control.setWebhook({
        url: `${url}/api/stripe/webhook`,
        secret,
        events: [...HANDLED_EVENTS],
      });
    },
    settle: async () => {
      await sandbox.control.flushWebhooks(SETTLE_MS);
      const deadline = Date.now() + SETTLE_MS;
      const countOpen = () =>
        query<{ open: string }>(`
          select (select count(*) from pgboss.job where state in ('created', 'retry', 'active'))
            + (select count(*) from purchases where status in ('pending', 'requires_action')) as open`);
      while ((await countOpen())[0]?.open !== '0') {
        if (Date.now() > deadline) throw new Error('Jobs or purchases are still open');
        await sleep(200);
      }
      return (await readdir(join(dataDir, 'mail'))).filter((name) => name.endsWith('.eml')).length;
    },
    close: async () => {
      await Promise.all(products.map((product) => product.stop()));
      await sandbox.close();
      await pool.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Buys a card and returns its number. */
export async function buyOneCard(site: Site, product: ProductProcess): Promise<string> {
  const client = new HttpClient(product.port);
  checkResponse(await client.post('/trpc/checkout.buyCard', makeCardPurchase()), '"paid"');
  client.close();
  const [row] = await site.query<{ number: string }>(
    'select number from memberships order by id desc limit 1',
  );
  return row?.number ?? '';
}
