import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import { readAddress } from '#server/platform/integrations/stripe/sandbox-address.ts';
import { SandboxControl } from '#server/sandbox/control.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { createVisitors, type MeasuredProduct } from '../support/product-server.ts';

const CSRF_TOKEN = 'c'.repeat(32);

/** Registers accounts over HTTP and buys an individual card with each, 8 accounts at a time. */
export async function makeMembers(product: MeasuredProduct, count: number): Promise<void> {
  const nextHeaders = createVisitors();
  let madeCount = 0;
  const work = async () => {
    while (madeCount < count) {
      const number = madeCount++;
      const email = `member-${number}-of-many@example.com`;
      // Use several addresses, because rate limits allow few registrations from one.
      const headers = { ...nextHeaders(), 'content-type': 'application/json' };
      const password = `a good password ${number}`;
      await call(product, 'accounts.register', headers, {
        firstname: `Firstname${number}`,
        lastname: `Lastname${number}`,
        zip: '80202',
        email,
        password,
      });
      const session = await call(product, 'accounts.login', headers, { email, password });
      const cookie = `${session.cookies.join('; ')}; csrfToken=${CSRF_TOKEN}`;
      const purchase = makeCardPurchase({
        email,
        firstname: `Firstname${number}`,
        lastname: `Lastname${number}`,
      });
      await call(product, 'checkout.buyCard', { ...headers, cookie, 'x-csrf-token': CSRF_TOKEN }, purchase);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

async function call(
  product: MeasuredProduct,
  procedure: string,
  headers: Record<string, string>,
  input: unknown,
): Promise<{ cookies: string[] }> {
  const response = await fetch(`${product.url}/trpc/${procedure}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(input),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${procedure} returned ${response.status}: ${body.slice(0, 300)}`);
  return { cookies: response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '') };
}

export function connectToSandbox(product: MeasuredProduct): SandboxControl {
  const address = readAddress(product.dataDir);
  if (!address) throw new Error('The sandbox is not running');
  return new SandboxControl(address);
}

/** Waits until Stripe has sent all events, and every job has run. */
export async function settleJobs(db: Db, sandbox: SandboxControl): Promise<void> {
  for (let quietChecks = 0; quietChecks < 3; ) {
    await sandbox.flushWebhooks(60_000);
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from pgboss.job
      where state in ('retry', 'active') or state = 'created' and name <> 'dead-letters'`.execute(db);
    quietChecks = rows[0]?.open === 0 ? quietChecks + 1 : 0;
    await sleep(1_000);
  }
}
