import { AsyncLocalStorage } from 'node:async_hooks';
import Stripe from 'stripe';

/**
 * Limits the total time of the Stripe calls in one HTTP request. It doesn't cover the SDK's pauses between
 * retries; with them, we still respond within 20 seconds.
 */
export const MAX_STRIPE_MS_PER_REQUEST = 17_000;

const deadlines = new AsyncLocalStorage<number>();
const calls = new AsyncLocalStorage<{ wasSent: boolean }>();

const CONNECT_ERROR_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
]);

function isConnectError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && CONNECT_ERROR_CODES.has(String(error.code));
}

/** Limits the total time of all Stripe calls in `work`. */
export function limitStripeTime<T>(ms: number, work: () => T): T {
  return deadlines.run(performance.now() + ms, work);
}

/**
 * Runs `work` and sets `scope.wasSent` if any Stripe call in it, including the SDK's retries, may have
 * reached Stripe.
 */
export async function trackStripeCalls<T>(work: (scope: { wasSent: boolean }) => Promise<T>): Promise<T> {
  const scope = { wasSent: false };
  return calls.run(scope, () => work(scope));
}

/** A finished request to Stripe. */
export interface StripeCall {
  method: string;
  path: string;
  /** Null if there was no response. */
  status: number | null;
  /** The value of `performance.now()` when the request began. */
  startedAtMs: number;
}

/** The SDK's HTTP client, with the time limit and the tracking defined above. */
export function createScopedHttpClient(
  onCall: (call: StripeCall) => void = () => {},
): ReturnType<typeof Stripe.createNodeHttpClient> {
  const client = Stripe.createNodeHttpClient();
  const send = client.makeRequest.bind(client);
  client.makeRequest = async (host, port, path, method, headers, body, protocol, timeoutMs) => {
    const startedAtMs = performance.now();
    const remainingMs = (deadlines.getStore() ?? Number.POSITIVE_INFINITY) - startedAtMs;
    const scope = calls.getStore();
    if (remainingMs <= 0) throw Stripe.HttpClient.makeTimeoutError();
    try {
      const allowedMs = Math.min(timeoutMs, remainingMs);
      const response = await send(host, port, path, method, headers, body, protocol, allowedMs);
      if (scope) scope.wasSent = true;
      onCall({ method, path, status: response.getStatusCode(), startedAtMs });
      return response;
    } catch (error) {
      if (scope && !isConnectError(error)) scope.wasSent = true;
      onCall({ method, path, status: null, startedAtMs });
      throw error;
    }
  };
  return client;
}
