import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';

/** With the SDK's own pauses between tries, a request that waits for Stripe is answered within 20 s. */
export const REQUEST_MS = 17_000;

const deadlines = new AsyncLocalStorage<number>();
const calls = new AsyncLocalStorage<{ wasSent: boolean }>();

const NEVER_CONNECTED = new Set(['EAI_AGAIN', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND']);

function isNeverConnected(error: unknown): boolean {
  return error instanceof Error && 'code' in error && NEVER_CONNECTED.has(String(error.code));
}

/** Limits the time of all Stripe calls in `work` together. */
export function limitStripeTime<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + ms, work);
}

/** Runs Stripe calls. Afterwards `wasSent` is false if none of their tries, including the SDK's own, reached Stripe. */
export async function trackStripeCalls<T>(work: (scope: { wasSent: boolean }) => Promise<T>): Promise<T> {
  const scope = { wasSent: false };
  return calls.run(scope, () => work(scope));
}

/** Sends the SDK's requests within the caller's time, and records which ones may have reached Stripe. */
export function scopedHttpClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, body, protocol, timeoutMs) => {
    const remainingMs = (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - performance.now();
    const scope = calls.getStore();
    if (remainingMs <= 0) throw Stripe.HttpClient.makeTimeoutError();
    try {
      const allowedMs = Math.min(timeoutMs, remainingMs);
      const response = await send(host, port, path, method, headers, body, protocol, allowedMs);
      if (scope) scope.wasSent = true;
      return response;
    } catch (error) {
      if (scope && !isNeverConnected(error)) scope.wasSent = true;
      throw error;
    }
  };
  return client;
}
