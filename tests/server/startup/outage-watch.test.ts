import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { createDb } from '#db/client.ts';
import { ping } from '#server/app/http/health.repository.ts';
import { findUnavailableDependency } from '#server/app/startup/outage-watch.ts';
import { AppError } from '#server/lib/errors.ts';
import { createS3Store } from '#server/platform/integrations/files/s3-store.ts';
import { createSmtpMailer } from '#server/platform/integrations/mailer/smtp-mailer.ts';
import { createStripe } from '#server/platform/integrations/stripe/client.ts';
import { freePort } from '#tests/helpers/free-port.ts';
import { withoutRetryPauses } from '#tests/helpers/retry-pauses.ts';

const catchError = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test('an error names the dependency that did not answer', async () => {
  const address = `127.0.0.1:${await freePort()}`;
  const { db, close } = await createDb({ databaseUrl: `postgresql://card:card@${address}/card` });
  onTestFinished(close);
  const mailer = createSmtpMailer({ url: `smtp://${address}`, from: 'us@example.com' });
  const stripe = withoutRetryPauses(createStripe({ secretKey: 'sk_test', apiUrl: `http://${address}` }));
  const files = createS3Store({
    endpoint: `http://${address}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'id',
    secretAccessKey: 'key',
    forcePathStyle: true,
  });
  const mail = { to: 'ann@example.com', subject: 'Hello', text: '', html: '' };
  const errors = {
    database: await catchError(ping(db)),
    'mail server': await catchError(mailer.send(mail)),
    'file store': await catchError(files.get('logos/a.webp')),
    Stripe: await catchError(stripe.events.retrieve('evt_1')),
  };
  for (const [dependency, error] of Object.entries(errors)) {
    expect(findUnavailableDependency(error)).toBe(dependency);
    expect(findUnavailableDependency(new AppError('UNAVAILABLE', { cause: error }))).toBe(dependency);
  }
});

test.each([
  ['a deadlock', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['a unique violation', Object.assign(new Error('duplicate key'), { code: '23505' })],
  ['a declined card', new Stripe.errors.StripeCardError({ message: 'declined', type: 'card_error' })],
  [
    'a mailbox that is full',
    Object.assign(new Error('452 mailbox full'), { code: 'EENVELOPE', responseCode: 452 }),
  ],
  [
    'another server that is away',
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  ],
])('%s is no outage', (_, error) => {
  expect(findUnavailableDependency(error)).toBeUndefined();
});
