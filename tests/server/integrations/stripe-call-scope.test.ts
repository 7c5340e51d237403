import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { callStripe } from '#server/domains/payments/stripe-errors.ts';
import { limitStripeTime } from '#server/platform/integrations/stripe/call-scope.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { serveSilence } from '#tests/helpers/fakes/silent-stripe.ts';
import { freePort } from '#tests/helpers/free-port.ts';

const stripeAt = (port: number) =>
  createStripe({ secretKey: 'sk_test_1', apiUrl: `http://127.0.0.1:${port}` });

test('[D62] if no connection to Stripe was made, the outcome is known, because nothing was sent', async () => {
  const stripe = stripeAt(await freePort());
  await expect(callStripe(() => stripe.customers.create({}))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('[D62] if any attempt was sent, the outcome is unknown, even if the last attempt could not connect', async () => {
  const stripe = stripeAt(await serveSilence((server) => server.close()));
  await expect(callStripe(() => stripe.customers.create({}))).rejects.toMatchObject({
    code: 'PAYMENT_UNCONFIRMED',
  });
});

test('[D62] all Stripe calls of one request share a time limit', async () => {
  const hanging = createServer(() => {});
  const port = await freePort();
  await new Promise<void>((resolve) => hanging.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void hanging.close());
  const stripe = stripeAt(port);
  const startedAt = performance.now();
  await limitStripeTime(1_000, async () => {
    await expect(callStripe(() => stripe.customers.create({}))).rejects.toMatchObject({
      code: 'PAYMENT_UNCONFIRMED',
    });
    // No time is left, so this request is not sent.
    await expect(callStripe(() => stripe.customers.create({}))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });
  // Well over the time limit, because the limit doesn't cover the SDK's pauses between retries.
  expect(performance.now() - startedAt).toBeLessThan(8_000);
});
