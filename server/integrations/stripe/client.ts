import Stripe from 'stripe';

export interface StripeOptions {
  readonly secretKey: string;
  /** Where the API is served, `http://127.0.0.1:12111` for the sandbox; Stripe's own address where absent. */
  readonly apiUrl?: string;
}

/**
 * The card network behind Stripe's own SDK. A call gives up after 20 s, repeats itself twice under the same
 * idempotency key when the connection fails, and throws `Stripe.errors.StripeError`.
 */
export function createStripe({ secretKey, apiUrl }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    timeout: 20_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(apiUrl === undefined ? {} : addressOf(apiUrl)),
  });
}

function addressOf(apiUrl: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const { protocol, hostname, port } = new URL(apiUrl);
  const secure = protocol === 'https:';
  return {
    host: hostname,
    port: port === '' ? (secure ? '443' : '80') : port,
    protocol: secure ? 'https' : 'http',
  };
}
