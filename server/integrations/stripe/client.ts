import Stripe from 'stripe';
import { scopedHttpClient } from './call-scope.ts';

export interface StripeOptions {
  readonly secretKey: string;
  /** The API's URL, such as `http://127.0.0.1:12111` for the sandbox. Defaults to Stripe's own. */
  readonly apiUrl?: string;
}

/**
 * Creates the Stripe SDK client. A call times out after 20 s, is retried twice with the same idempotency key if the
 * connection fails, and throws `Stripe.errors.StripeError`.
 */
export function createStripe({ secretKey, apiUrl }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: scopedHttpClient(),
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
