import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { checkoutWeb, dialog, press, typeCard } from '../checkout-web.tsx';

const database = seededTestDb();
const web = checkoutWeb(database);

const VALID_CARD = '4242424242424242';
const DECLINED = '4000000000000002';
const THANKS =
  "You're all set! Thanks for buying the Everything Card. We are processing your order and it should arrive within 7-10 business days.";

const payment = () => screen.findByRole('heading', { name: 'Payment' });
const findSummary = async () => within(await screen.findByRole('region', { name: 'Order summary' }));

function listPurchases(email: string) {
  return database.db
    .selectFrom('purchases')
    .select(['status', 'attempt', 'totalCents', 'idempotencyKey'])
    .where('email', '=', email)
    .orderBy('createdAt')
    .execute();
}

describe('[S2 payment] the order of a card', () => {
  test('[D29] shows plan and physical card, and when each charge is due', async () => {
    await web.openAt('payment', { requestedPhysicalCard: true });
    const lines = await findSummary();
    expect(lines.getByText(/^Individual Membership/)).toBeVisible();
    expect(lines.getByText('$10.00')).toBeVisible();
    expect(lines.getByText('$59.95')).toBeVisible();
    expect(screen.getByText('We charge $59.95 now.')).toBeVisible();
    expect(screen.getByText(/Then \$49\.95 every month, from .* until you cancel/)).toBeVisible();
    expect(await screen.findByText('This is a sandbox: no money moves')).toBeVisible();
  });

  test('is bought once with an accepted card after a declined one', async () => {
    const { user } = await web.openAt('payment', { email: 'declined@example.com' });
    await typeCard(user, DECLINED);
    await press(user, 'Purchase');
    const errorHeading = await screen.findByText('There was an Problem with your purchase');
    expect(errorHeading.parentElement).toHaveTextContent('Your card was declined.');
    expect(errorHeading.parentElement).toHaveFocus();
    expect(screen.getByLabelText('Name on card')).toHaveValue('Ann Smith');
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(await listPurchases('declined@example.com')).toMatchObject([{ status: 'paid', attempt: 2 }]);
    const receipt = screen.getByRole('link', { name: 'View/Print Your Receipt' });
    expect(receipt).toHaveAttribute('href', expect.stringMatching(/^\/api\/receipt\?id=[0-9a-f-]{36}$/));
    expect(sessionStorage).toHaveLength(0);
  });

  test('[S8 invalid card] reports a token that Stripe doesn’t know as an invalid card', async () => {
    const { user } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      String(call[0]).includes('/tokens')
        ? Promise.resolve(Response.json({ id: 'tok_unknown' }))
        : originalFetch(...call),
    );
    await press(user, 'Purchase');
    const header = await screen.findByText('There was an problem');
    expect(header.parentElement).toHaveTextContent('The debit/credit card that was used is invalid.');
  });

  test('[S5 card payment] reports missing and incomplete fields', async () => {
    const { user } = await web.openAt('payment');
    await screen.findByRole('textbox', { name: /card number/i });
    await user.clear(screen.getByLabelText('Name on card'));
    await user.type(screen.getByRole('textbox', { name: /expir/i }), '1');
    await press(user, 'Purchase');
    expect(await screen.findByRole('button', { name: 'Name on card: Required Field' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Card number: Required Field' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Expiration date: Please complete this field' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Card number: Required Field' }));
    expect(screen.getByRole('textbox', { name: /card number/i })).toHaveFocus();
  });
});

describe('[S5 promo code entry]the promo code', () => {
  test("is applied on Enter but not if empty, and shows 'Wrong Promo Code' at the field", async () => {
    const { user } = await web.openAt('payment');
    await user.click(await screen.findByRole('button', { name: 'Add a promo code' }));
    const promoCodeInput = screen.getByLabelText('Promo code');
    expect(promoCodeInput).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.keyboard('nope{Enter}');
    expect(await screen.findByText('Wrong Promo Code')).toBeVisible();
    expect(promoCodeInput).toBeInvalid();
    await press(user, 'Purchase');
    expect(await screen.findAllByText('Required Field')).not.toHaveLength(0);
    expect(screen.getAllByText('Wrong Promo Code')).not.toHaveLength(0);
    await user.click(promoCodeInput);
    await user.keyboard('x');
    expect(screen.queryByText('Wrong Promo Code')).toBeNull();
  });

  test('[S8 promo code] is confirmed when applied, lowers the total, and can be removed', async () => {
    await makePromoCode(database.db, { code: 'TENOFF', amountOff: 1000 });
    const { user } = await web.openAt('payment');
    await user.click(await screen.findByRole('button', { name: 'Add a promo code' }));
    await user.keyboard('tenoff');
    await press(user, 'Apply');
    expect(await screen.findByText('Promo Code Applied!')).toBeVisible();
    expect((await findSummary()).getByText('$39.95')).toBeVisible();
    await press(user, 'Remove promo code');
    expect(await (await findSummary()).findAllByText('$49.95')).toHaveLength(2);
  });

  test('[D25] makes a card unnecessary if it is free', async () => {
    await makePromoCode(database.db, { code: 'FREE1', amountOff: null, percentOff: '100', isFree: true });
    const { user } = await web.openAt('payment', { email: 'free@example.com' });
    await screen.findByRole('textbox', { name: /card number/i });
    await press(user, 'Add a promo code');
    await user.keyboard('FREE1{Enter}');
    expect(await screen.findByText('You won’t be charged, and you don’t need a card.')).toBeVisible();
    expect(screen.getByText('It ends on its own. You can also cancel earlier.')).toBeVisible();
    expect(screen.queryByText('Card number')).toBeNull();
    await press(user, 'Purchase');
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(await listPurchases('free@example.com')).toMatchObject([{ status: 'paid', totalCents: 0 }]);
  });

  test('is removed if it expired after it was applied', async () => {
    await web.openAt('payment', { discountCode: 'GONE', promoEntry: 'GONE' });
    expect(await screen.findByText('Wrong Promo Code')).toBeVisible();
    expect((await findSummary()).getAllByText('$49.95')).toHaveLength(2);
  });
});

describe('[D60] the purchase’s last page', () => {
  const NOT_MAILED =
    "You didn't order a physical card, so nothing will be mailed. Your digital card is ready now.";

  test('shows a guest the card and its number, and offers an account', async () => {
    const { user } = await web.openAt('payment', { email: 'new-guest@example.com' });
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(await screen.findByText(NOT_MAILED)).toBeVisible();
    const { number } = await database.db
      .selectFrom('memberships')
      .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
      .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
      .select('number')
      .where('purchases.email', '=', 'new-guest@example.com')
      .executeTakeFirstOrThrow();
    expect(screen.getByText(formatMembershipNumber(number))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create your account' })).toHaveAttribute(
      'href',
      expect.stringMatching(/\/claim#token=/),
    );
    expect(screen.getByRole('link', { name: 'Find places near you' })).toHaveAttribute(
      'href',
      '/savings?zip=10118&sort=distance',
    );
    expect(screen.queryByRole('link', { name: 'Add to Apple Wallet' })).toBeNull();
  });

  test('shows an account its wallets, and doesn’t mention the mail if a card was ordered', async () => {
    const account = await makeAccount(database.db);
    const values = { buyer: 'account', email: account.email, requestedPhysicalCard: true } as const;
    const { user } = await web.openAt('payment', values, { account });
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    expect(await screen.findByRole('link', { name: 'Add to Apple Wallet' })).toBeVisible();
    expect(screen.queryByText(NOT_MAILED)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Create your account' })).toBeNull();
  });
});

describe('a purchase whose outcome is unclear', () => {
  test("shows 'No error' after a lost response, and retries with the same key", async () => {
    const { user } = await web.openAt('payment', { email: 'lost@example.com' });
    await typeCard(user, VALID_CARD);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const response = await originalFetch(...call);
      if (!String(call[0]).includes('buyCard')) return response;
      vi.stubGlobal('fetch', originalFetch);
      throw new TypeError('Failed to fetch');
    });
    await press(user, 'Purchase');
    expect(await screen.findByText('No error')).toBeVisible();
    expect(screen.getByText(/never be charged twice for the same purchase/)).toBeVisible();
    await press(user, 'Try again');
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(await listPurchases('lost@example.com')).toMatchObject([{ status: 'paid', attempt: 1 }]);
  });

  test('stays visible, with its outcome, if the dialog is closed while it runs', async () => {
    const { user } = await web.openAt('payment', { email: 'closed@example.com' });
    await typeCard(user, VALID_CARD);
    const originalFetch = globalThis.fetch;
    const answer = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const response = await originalFetch(...call);
      if (String(call[0]).includes('buyCard')) await answer.promise;
      return response;
    });
    await press(user, 'Purchase');
    await user.click((await dialog('Individual plan')).getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Your payment is still running')).toBeVisible();
    answer.resolve();
    expect(await screen.findByText('Your payment went through')).toBeVisible();
    const outcome = within(screen.getByRole('complementary', { name: 'Your payment' }));
    await user.click(outcome.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText('Your payment went through')).toBeNull();
  });

  test('[D2] shows a changed price, and charges it only after another click', async () => {
    const { user } = await web.openAt('payment', { email: 'price@example.com' }, { plan: 'family' });
    await typeCard(user, VALID_CARD);
    await database.db.updateTable('plans').set({ priceCents: 10_990 }).where('id', '=', 1).execute();
    await press(user, 'Purchase');
    expect(await screen.findByText('The price has changed')).toBeVisible();
    expect(await screen.findByText('We charge $109.90 now.')).toBeVisible();
    // The page behind the dialog shows the new prices, too.
    expect(await screen.findAllByText(/Individual Plan \+ \$59\.95/)).not.toEqual([]);
    expect(await listPurchases('price@example.com')).toEqual([]);
    await press(user, 'Purchase');
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(await listPurchases('price@example.com')).toMatchObject([{ status: 'paid', totalCents: 10_990 }]);
  });

  test('offers to start over, with all values, after the key was used for another cart', async () => {
    const { user } = await web.openAt('payment', { email: 'reused@example.com' });
    await typeCard(user, VALID_CARD);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const response = await originalFetch(...call);
      if (!String(call[0]).includes('buyCard')) return response;
      vi.stubGlobal('fetch', originalFetch);
      throw new TypeError('Failed to fetch');
    });
    await press(user, 'Purchase');
    await screen.findByText('No error');
    await press(user, 'Previous');
    await user.click(await screen.findByLabelText(/Send me a physical card/));
    await press(user, 'Next');
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    expect(await screen.findByText('An earlier attempt may have gone through')).toBeVisible();
    await press(user, 'Start again');
    await payment();
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    // The earlier attempt succeeded after all, so the buyer must choose a second purchase.
    await user.click(await screen.findByRole('button', { name: 'Buy a separate membership' }));
    await screen.findByRole('heading', { name: 'Shipping' });
    await press(user, 'Next');
    await user.click(await screen.findByRole('button', { name: 'Yes, Continue' }));
    await screen.findByRole('heading', { name: 'Details' });
    await press(user, 'Next');
    await payment();
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    expect(await screen.findByText(THANKS)).toBeVisible();
    expect(await listPurchases('reused@example.com')).toMatchObject([
      { totalCents: 4995 },
      { totalCents: 5995 },
    ]);
  });
});

describe('a reload of the payment page', () => {
  test('keeps all values but the card', async () => {
    const firstVisit = await web.openAt('payment', { firstname: 'Zoe' });
    await typeCard(firstVisit.user, VALID_CARD);
    await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Zoe'));
    const storageText = JSON.stringify({ ...sessionStorage });
    expect(storageText).toContain('Zoe');
    expect(storageText).not.toMatch(/4242|stripeCard|stripeName|12 ?\/ ?34/);
    firstVisit.unmount();
    const secondVisit = await web.open('/pricing?plan=individual&step=payment');
    await payment();
    await press(secondVisit.user, 'Previous');
    await press(secondVisit.user, 'Previous');
    expect(await screen.findByLabelText('First name')).toHaveValue('Zoe');
  });
});
