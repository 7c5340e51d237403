import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { createUnsubscribeLink } from '#server/domains/content/messages/newsletter-subscription.service.ts';
import { NO_LIMITS, testApp } from '#tests/helpers/app.ts';
import { testDb } from '#tests/helpers/database/database.ts';
import { makeSubscriber } from '#tests/helpers/factories/content.ts';
import { startWeb } from '#tests/helpers/web.tsx';

const database = testDb();
const app = testApp(database, { limits: NO_LIMITS });
const web = startWeb(app);
const EMAIL = 'zoe@example.com';

beforeAll(() => makeSubscriber(database.db, EMAIL));

test('/unsubscribe cancels the newsletter with one click, and can subscribe again', async () => {
  const { pathname, hash } = new URL(await createUnsubscribeLink(app.deps, 'newsletter', EMAIL));
  const { user } = await web.open(pathname + hash);
  expect(await screen.findByText(EMAIL)).toBeVisible();
  // The token is removed from the URL.
  expect(window.location.hash).toBe('');
  expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');

  const findReasons = () => database.db.selectFrom('mailSuppressions').select(['email', 'reason']).execute();
  await user.click(screen.getByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('status')).toHaveTextContent('You’re unsubscribed');
  expect(await findReasons()).toEqual([{ email: EMAIL, reason: 'unsubscribed' }]);

  await user.click(screen.getByRole('button', { name: 'Subscribe again' }));
  expect(await screen.findByRole('button', { name: 'Unsubscribe' })).toBeVisible();
  expect(await findReasons()).toEqual([]);
  expect(screen.getByRole('status')).toHaveTextContent('You’re subscribed');
});

test('/unsubscribe asks an address that unsubscribed earlier whether to subscribe again', async () => {
  const { pathname, hash } = new URL(
    await createUnsubscribeLink(app.deps, 'newsletter', 'other@example.com'),
  );
  await web.open(pathname + hash);
  expect(await screen.findByText(/doesn’t get our newsletter/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Subscribe again' })).toBeVisible();
  expect(screen.queryByText('You’re unsubscribed')).not.toBeInTheDocument();
});

test('[D67] /unsubscribe turns off the receipts of renewals, and only those', async () => {
  const payer = 'payer@example.com';
  const { pathname, hash } = new URL(await createUnsubscribeLink(app.deps, 'renewal-receipts', payer));
  const { user } = await web.open(pathname + hash);
  await user.click(await screen.findByRole('button', { name: 'Unsubscribe' }));
  expect(await screen.findByRole('status')).toHaveTextContent('won’t get a receipt for each renewal anymore');
  const reasons = database.db.selectFrom('mailSuppressions').select('reason').where('email', '=', payer);
  expect(await reasons.execute()).toEqual([{ reason: 'no-renewal-receipts' }]);
});
