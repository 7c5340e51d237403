import Stripe from 'stripe';
import { createScopedHttpClient, type StripeCall } from './call-scope.ts';

/** The API version whose objects this code reads. Webhooks must use the same one. */
export const STRIPE_API_VERSION: string = Stripe.API_VERSION;

export interface StripeOptions {
  readonly secretKey: string;
  /** Defaults to Stripe's own API. For the sandbox, it is a URL such as `http://127.0.0.1:12111`. */
  readonly apiUrl?: string;
  readonly onCall?: (call: StripeCall) => void;
}

/** The SDK repeats a failed request up to twice with the same idempotency key, so it never charges twice. */
export function createStripe({ secretKey, apiUrl, onCall }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: createScopedHttpClient(onCall),
    ...(apiUrl === undefined ? {} : parseAddress(apiUrl)),
  });
}

function parseAddress(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const secure = protocol === 'https:';
  return {
    host: hostname,
    port: port === '' ? (secure ? '443' : '80') : port,
    protocol: secure ? 'https' : 'http',
  };
}
