import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import type Stripe from 'stripe';
import { vi } from 'vitest';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { startSandbox } from '#server/sandbox/sandbox.ts';
import { sandboxProxy } from '#server/sandbox/sandbox-proxy.ts';
import {
  intentIn,
  invoiceIn,
  newBuyer,
  newProduct,
  subscriptionParams,
} from '#tests/server/integrations/stripe-sandbox/purchases.ts';

export interface SandboxServer {
  readonly stripe: Stripe;
  /** Sends the page's relative URLs to this server during the test. */
  connect(): void;
  /**
   * Creates a purchase that waits for payment. Returns its id, and the payment intent's id and client secret.
   */
  sell(card: string): Promise<{ id: string; intent: string; secret: string }>;
  close(): Promise<void>;
}

/** Starts a server with the Stripe sandbox on a free port. */
export async function openSandboxServer(): Promise<SandboxServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const sandbox = await startSandbox({ dataDir });
  const app = Fastify();
  await app.register(sandboxProxy, { sandboxUrl: sandbox.url });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const stripe = createStripe({ secretKey: 'sk_test_page', apiUrl: sandbox.url });
  const plan = await newProduct(stripe, 'Individual');
  const originalFetch = globalThis.fetch;
  return {
    stripe,
    connect: () => {
      vi.stubGlobal('fetch', (address: string, options?: RequestInit) =>
        originalFetch(new URL(address, origin), options),
      );
    },
    sell: async (card) => {
      const subscription = await stripe.subscriptions.create(
        subscriptionParams(await newBuyer(stripe, card), { plan }),
      );
      const secret = invoiceIn(subscription).confirmation_secret?.client_secret ?? '';
      return { id: subscription.id, intent: intentIn(subscription), secret };
    },
    close: async () => {
      await app.close();
      await sandbox.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
