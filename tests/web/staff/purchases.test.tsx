import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import { losePurchase } from '#tests/helpers/purchases/lost-purchase.ts';
import { buyMembership } from '#tests/helpers/purchases/membership.ts';
import { REASON } from '#tests/helpers/staff.ts';
import { whenStarted } from '../checkout/checkout-web.tsx';
import {
  closeDialog,
  confirm,
  fill,
  inDialog,
  press,
  pressInDialog,
  recordMutations,
  rowOf,
  showPreview,
  staffWeb,
} from './staff-web.tsx';

const database = seededTestDb();
const checkout = testCheckout(database);
const { open } = staffWeb(database, whenStarted(checkout));

async function openPurchase() {
  const { purchaseId, providerId, email } = await buyMembership(checkout());
  const [charge] = await checkout().listCharges(purchaseId);
  const { user } = await open(`/staff/purchases/${purchaseId}`);
  await screen.findByRole('heading', { level: 1, name: 'Purchase of $49.95', hidden: true });
  return { user, purchaseId, providerId, email, chargeId: String(charge?.id), calls: recordMutations() };
}

const buttonNames = () =>
  screen
    .getAllByRole('button', { hidden: true })
    .map(({ textContent }) => textContent)
    .filter((name) => ['Refund', 'Adopt', 'Settle', 'Fulfill', 'Correct', 'Fail'].includes(String(name)));

describe('a purchase in the console', () => {
  test('shows the cart, Stripe’s records, ours, and the repairs that may apply', async () => {
    const { email, chargeId, providerId } = await openPurchase();
    expect(screen.getByText(`Card, Paid, ${email}`)).toBeInTheDocument();
    expect(rowOf('Lines', 'Individual')).toHaveTextContent('$49.95');
    expect(rowOf('Sales at Stripe', providerId)).toHaveTextContent('active');
    expect(rowOf('Charges at Stripe', chargeId)).toHaveTextContent('$49.95$0.00No');
    expect(rowOf('Payments', '$49.95')).toHaveTextContent('$0.00');
    expect(rowOf('Ledger postings', 'Revenue')).toHaveTextContent('$49.95');
    const membership = within(rowOf('Memberships', 'active')).getByRole('link', { hidden: true });
    expect(membership).toHaveAttribute('href', expect.stringMatching(/^\/staff\/memberships\/[\w-]{36}$/));
    expect(buttonNames()).toEqual(['Refund', 'Settle', 'Correct']);
  });

  test('is refunded in part, in dollars, and then the rest, while the membership is kept', async () => {
    const { user, purchaseId, chargeId, calls } = await openPurchase();
    const sentValues = () => calls.filter(({ name }) => name.endsWith('.perform')).map(({ input }) => input);
    await press(user, 'Refund');
    const dialog = await inDialog();
    await fill(user, /^Amount in dollars/, '12,5');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    expect(await dialog.findByLabelText(/^Amount in dollars/)).toHaveAccessibleDescription(
      'Enter an amount like 12.50',
    );
    expect(calls).toEqual([]);
    await fill(user, /^Amount in dollars/, '49.96');
    await pressInDialog(user, 'Continue');
    expect(await dialog.findByRole('alert')).toHaveTextContent(
      `${chargeId} has less than that left to refund.`,
    );
    expect(dialog.getByLabelText(/^Amount in dollars/)).toHaveValue('49.96');

    await fill(user, /^Amount in dollars/, '12.5');
    expect(await showPreview(user)).toEqual([
      `$12.50 of ${chargeId} goes back to the buyer’s card. $37.45 stays with us.`,
      'Nothing else changes.',
    ]);
    expect(await confirm(user, 'Refund')).toBe(`Refunded $12.50 of ${chargeId}.`);
    await closeDialog(user);
    await screen.findByText(/\$12\.50 of ch_\w+ refunded/);
    expect(rowOf('Charges at Stripe', chargeId)).toHaveTextContent('$49.95$12.50No');
    expect(rowOf('Payments', '$49.95')).toHaveTextContent('$12.50');

    await press(user, 'Refund');
    expect((await inDialog()).getByLabelText(/^Amount in dollars/)).toHaveValue('');
    await user.click((await inDialog()).getByRole('checkbox', { hidden: true }));
    expect(await showPreview(user)).toEqual([
      `$37.45 of ${chargeId} goes back to the buyer’s card. The charge is then fully refunded.`,
      'The membership stays.',
    ]);
    await confirm(user, 'Refund');
    await closeDialog(user);
    expect(sentValues()).toMatchObject([
      { values: { id: purchaseId, amount: '12.5', keepsMembership: false } },
      { values: { id: purchaseId, amount: '', keepsMembership: true } },
    ]);
    await screen.findByText(/\$49\.95 of ch_\w+ refunded\. /);
    expect(rowOf('Memberships', 'active')).toBeInTheDocument();
  });

  test('that only Stripe has is found by its Stripe ID, and adopted with the plan and email that staff enter', async () => {
    const { purchaseId, providerId } = await buyMembership(checkout());
    await losePurchase(database.db, purchaseId);
    const { user } = await open('/staff/purchases');
    const calls = recordMutations();
    await user.type(await screen.findByRole('searchbox', { hidden: true }), providerId);
    await user.click(
      await screen.findByRole('link', { name: `Look up ${providerId} at Stripe`, hidden: true }),
    );
    expect(await screen.findByText('We don’t have a purchase for it.')).toBeInTheDocument();
    expect(buttonNames()).toEqual(['Refund', 'Adopt', 'Fail']);
    await press(user, 'Adopt');
    await fill(user, /^Plan number/, '0');
    await fill(user, /^Email/, 'ann');
    await fill(user, 'Reason', REASON);
    await pressInDialog(user, 'Continue');
    expect(await (await inDialog()).findByLabelText(/^Email/)).toHaveAccessibleDescription('Invalid Email');
    await fill(user, /^Email/, 'ann@example.com');
    expect(await showPreview(user)).toEqual([
      `A purchase and a membership are created for ${providerId}: 1 × Individual Membership (at $49.95 / month).`,
      'ann@example.com gets the receipt, with a link to claim the membership.',
    ]);
    expect(calls.at(-1)?.input).toMatchObject({
      values: { id: providerId, planId: '0', email: 'ann@example.com' },
    });
    expect(await confirm(user, 'Adopt')).toBe('The purchase is paid. Its receipt went to ann@example.com.');
    await closeDialog(user);
    expect(await screen.findByText(/, Paid, ann@example.com$/)).toBeInTheDocument();
    expect(buttonNames()).toEqual(['Refund', 'Settle', 'Correct']);
  });
});

describe('the reconciliation', () => {
  test('says that nothing was compared yet, and starts a comparison', async () => {
    const { user } = await open('/staff/purchases/findings');
    expect(await screen.findByText('Not compared yet')).toBeInTheDocument();
    await press(user, 'Compare now');
    await showPreview(user);
    expect(await confirm(user, 'Compare now')).toContain('The comparison has started.');
    expect(checkout().jobs.of('reconcile')).toHaveLength(1);
  });
});
