import type Stripe from 'stripe';

const PAUSE_SECONDS = 0.02;

/** Lets the client retry as in the product, but with pauses of 20 ms instead of half a second and more. */
export function withoutRetryPauses(stripe: Stripe): Stripe {
  const pause = () => PAUSE_SECONDS;
  return Object.assign(stripe, { getInitialNetworkRetryDelay: pause, getMaxNetworkRetryDelay: pause });
}
