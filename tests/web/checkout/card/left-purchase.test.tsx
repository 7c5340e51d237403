import { setTimeout as sleep } from 'node:timers/promises';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { holdResponse } from '#tests/helpers/hold-response.ts';
import { checkoutWeb, press, typeCard } from '../checkout-web.tsx';

const database = seededTestDb();
const web = checkoutWeb(database);

const address = () => window.location.pathname + window.location.search;

/** Presses Purchase on the payment page, which follows the details page in the history. */
async function purchaseSlowly(email: string) {
  const { user } = await web.openAt('details', { email });
  await screen.findByRole('heading', { name: 'Details' });
  await press(user, 'Next');
  await typeCard(user, '4242424242424242');
  const response = holdResponse('checkout.buyCard');
  await press(user, 'Purchase');
  await response.arrived;
  return { user, response };
}

const findStatus = async (email: string) =>
  (
    await database.db
      .selectFrom('purchases')
      .select('status')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
  ).status;

describe('a purchase that finishes after the buyer navigated', () => {
  test('shows its completion if the buyer only went back a page of the wizard', async () => {
    const { response } = await purchaseSlowly('went-back@example.com');
    window.history.back();
    expect(await screen.findByRole('heading', { name: 'Details' })).toBeVisible();
    response.release();
    expect(await screen.findByText(/^You're all set!/)).toBeVisible();
    expect(address()).toMatch(/^\/pricing\?plan=individual&completed=/);
  });

  test('doesn’t open the modal again if the buyer closed it', async () => {
    const { user, response } = await purchaseSlowly('closed@example.com');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/pricing');
    response.release();
    await waitFor(async () => expect(await findStatus('closed@example.com')).toBe('paid'));
    await sleep(500);
    expect(address()).toBe('/pricing');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
