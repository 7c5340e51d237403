import { screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { businessPlanPurchase, EVERY_PAGE } from '#tests/helpers/purchases/business-plan.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { businessPlanWeb, dropResponse, press, typeCard } from '../checkout-web.tsx';

const database = seededTestDb();
const web = businessPlanWeb(database);

const VALID_CARD = '4242424242424242';
const DECLINED = '4000000000000002';

const findPage = (name: string) => screen.findByRole('heading', { name, level: 3 });
const findSummary = async () => within(await screen.findByRole('region', { name: 'Order summary' }));
const findCompletion = () => screen.findByRole('heading', { name: "You're all set!" });
const findAlert = async (text: string) => (await screen.findByText(text)).closest('[role="alert"]');

function listPurchases(accountId: string) {
  return database.db
    .selectFrom('purchases')
    .select(['id', 'status', 'attempt', 'totalCents'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
}

describe('[S2 payment] the order of a business plan', () => {
  test('[D1] shows both names of a plan, the catalog price, and the terms', async () => {
    await web.openAt('payment');
    const lines = await findSummary();
    expect(lines.getByText('Community Educator Membership, on your invoice: Basic Networking')).toBeVisible();
    expect(lines.getAllByText('$99.90')).toHaveLength(2);
    expect(screen.getByText('We charge $99.90 now.')).toBeVisible();
    expect(screen.getByText(/^Cancel any time on your Business page/)).toBeVisible();
    expect(await screen.findByLabelText('Name on card')).toHaveValue('Olivia Park');
    expect(screen.getByLabelText('Billing ZIP code')).toHaveValue('10118');
  });

  test('[S8 business purchase] alerts about a declined card, and buys with an accepted one', async () => {
    const { user, owner } = await web.openAt('payment');
    await typeCard(user, DECLINED);
    await press(user, 'Purchase');
    const alert = await findAlert('Payment failed: Your card was declined.');
    await expectFocus(alert);
    const historyLength = window.history.length;
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await expectFocus(await findCompletion());
    expect(window.history.length).toBe(historyLength);
    const [purchase] = await listPurchases(owner.id);
    expect(purchase).toMatchObject({ status: 'paid', attempt: 2, totalCents: 9990 });
    expect(window.location.search).toBe(`?plan=basic-networking&completed=${purchase?.id}`);
    const receipt = screen.getByRole('link', { name: 'View Receipt' });
    expect(receipt).toHaveAttribute('href', `/api/receipt?id=${purchase?.id}`);
    expect(receipt).toHaveAttribute('target', '_blank');
    // The link must be right even before the viewer is refetched.
    expect(screen.getByRole('link', { name: 'Go to the Backoffice' })).toHaveAttribute(
      'href',
      '/user/business',
    );
    expect(sessionStorage).toHaveLength(0);
    expect(await web.checkout().caller(owner).viewer.user()).toMatchObject({ hasBusinessPlan: true });
  });

  test('[D7] stores every page of the largest plan, and encrypts the tax number', async () => {
    const programs = { loyalty: true, socialMedia: true, presentation: true };
    const { user, owner } = await web.openAt('payment', programs, { plan: 'premium-business' });
    await user.type(await screen.findByLabelText('Tax number'), '912-34-5678');
    for (const pageTitle of [
      'Social Media Information',
      'Presentation Information',
      'Agreements',
      'Payment',
    ]) {
      await press(user, 'Next');
      await findPage(pageTitle);
    }
    const summary = await findSummary();
    expect(summary.getByText('Business PLUS Membership, on your invoice: Exclusive Business')).toBeVisible();
    const changes = summary.getAllByRole('link').map((link) => link.textContent);
    expect(changes).toEqual([
      'Change Basic Information',
      'Change Sharing Program',
      'Change Social Media Information',
      'Change Presentation Information',
    ]);
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await findCompletion();
    const caller = web.checkout().caller(owner);
    expect(await caller.viewer.user()).toMatchObject({ hasW9: true, w9: { idNumber: '••-•••5678' } });
    expect((await caller.businessPlans.mine())?.programs).toMatchObject({
      loyalty: true,
      socialMedia: { facebook: 'parkstreet', socialMediaInfo: 'Bread since 1970.' },
      presentation: { presentationContactEmail: 'olivia@example.com', presentationFuture: 'maybe' },
    });
  });

  test('[S8 business purchase] refuses a token that Stripe doesn’t know', async () => {
    const { user } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      String(call[0]).includes('/tokens')
        ? Promise.resolve(Response.json({ id: 'tok_unknown' }))
        : originalFetch(...call),
    );
    await press(user, 'Purchase');
    expect(await findAlert('The debit/credit card that was used is invalid.')).toBeVisible();
  });
});

describe('[S5 promo code entry]the promo code', () => {
  test('gets an error if it is wrong, and lowers the total if it is valid', async () => {
    await makePromoCode(database.db, { code: 'TENOFF', amountOff: 1000 });
    const { user } = await web.openAt('payment');
    await user.click(await screen.findByRole('button', { name: 'Add a promo code' }));
    expect(screen.getByRole('button', { name: 'Apply' })).toBeDisabled();
    await user.keyboard('nope{Enter}');
    expect(await screen.findByText('Wrong Promo Code')).toBeVisible();
    await user.clear(screen.getByLabelText('Promo code'));
    await user.keyboard('tenoff');
    await press(user, 'Apply');
    expect(await screen.findByText('Promo Code Applied!')).toBeVisible();
    expect((await findSummary()).getByText('$89.90')).toBeVisible();
  });

  test('[D25] makes a card unnecessary if it is free', async () => {
    await makePromoCode(database.db, {
      code: 'FREEPLAN',
      amountOff: null,
      percentOff: '100',
      isFree: true,
      plans: [{ planId: 8 }],
    });
    const { user, owner } = await web.openAt('payment');
    await screen.findByRole('textbox', { name: /card number/i });
    await press(user, 'Add a promo code');
    await user.keyboard('FREEPLAN{Enter}');
    expect(await screen.findByText('You won’t be charged, and you don’t need a card.')).toBeVisible();
    expect(screen.getByText(/^It ends on its own/)).toBeVisible();
    expect(screen.queryByText('Card number')).toBeNull();
    await press(user, 'Purchase');
    await findCompletion();
    expect(await listPurchases(owner.id)).toMatchObject([{ status: 'paid', totalCents: 0 }]);
  });
});

describe('a purchase that does not complete normally', () => {
  test("shows 'Something went wrong with the payment.' after a lost response, and charges once on retry", async () => {
    const { user, owner } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    dropResponse('businessPlans.purchase');
    await press(user, 'Purchase');
    expect(await findAlert('Something went wrong with the payment.')).toBeVisible();
    expect(screen.getByText(/never be charged twice for the same purchase/)).toBeVisible();
    await press(user, 'Try again');
    await findCompletion();
    expect(await listPurchases(owner.id)).toMatchObject([{ status: 'paid', attempt: 1 }]);
  });

  test('[D2] shows a changed price, and charges it only after another click', async () => {
    const { user, owner } = await web.openAt(
      'payment',
      { socialMedia: true },
      { plan: 'exclusive-business' },
    );
    await typeCard(user, VALID_CARD);
    await database.db.updateTable('plans').set({ priceCents: 20_980 }).where('id', '=', 6).execute();
    await press(user, 'Purchase');
    expect(await screen.findByText('The price has changed')).toBeVisible();
    expect(await screen.findByText('We charge $209.80 now.')).toBeVisible();
    expect(await listPurchases(owner.id)).toEqual([]);
    await press(user, 'Purchase');
    await findCompletion();
    expect(await listPurchases(owner.id)).toMatchObject([{ status: 'paid', totalCents: 20_980 }]);
  });

  test('shows plan management after a purchase in another tab', async () => {
    const { user, owner } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    await web.checkout().caller(owner).businessPlans.purchase(businessPlanPurchase(EVERY_PAGE));
    await press(user, 'Purchase');
    expect(await findPage('Manage your Business Plan')).toBeVisible();
    expect(await listPurchases(owner.id)).toHaveLength(1);
  });

  test('shows server errors at their fields and pages, and keeps all values', async () => {
    const { user, owner } = await web.openAt('payment', { city: 'Nowhere', zip: '00001' });
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await findPage('Basic Information');
    expect(await screen.findByRole('button', { name: /^ZIP code: / })).toBeVisible();
    expect(screen.getByLabelText('ZIP code')).toBeInvalid();
    expect(screen.getByLabelText('Business name')).toHaveValue('Park Street Bakery');
    expect(await listPurchases(owner.id)).toEqual([]);
  });

  test('keeps all values through an expired session and a new login', async () => {
    const { user, owner } = await web.openAt(
      'payment',
      { businessname: 'Kept Bakery' },
      { account: await makeAccount(database.db, { password: 'a long enough password' }) },
    );
    await typeCard(user, VALID_CARD);
    await database.db.deleteFrom('sessions').where('accountId', '=', owner.id).execute();
    await press(user, 'Purchase');
    await findPage('Login to continue');
    const login = within(screen.getByRole('region', { name: 'Login' }));
    await user.type(login.getByLabelText('Email'), owner.email);
    await user.type(login.getByLabelText('Password'), 'a long enough password');
    await user.click(login.getByRole('button', { name: 'Login' }));
    await findPage('Payment');
    await press(user, 'Previous');
    await press(user, 'Previous');
    expect(await screen.findByLabelText('Business name')).toHaveValue('Kept Bakery');
  });
});

describe('reopening a purchase from an email’s link', () => {
  test('opens the payment page with every field filled in, and removes the token from the URL', async () => {
    const account = await makeAccount(database.db);
    const caller = web.checkout().caller(account);
    const declinedPurchase = businessPlanPurchase({ ...EVERY_PAGE, plan: 9, token: 'tok_chargeDeclined' });
    await expect(caller.businessPlans.purchase(declinedPurchase)).rejects.toThrow('declined');
    const [failedPurchase] = await listPurchases(account.id);
    const key = await web
      .checkout()
      .deps.signer.sign('complete-payment', String(failedPurchase?.id), { seconds: 60 });
    const { user } = await web.open(
      `/affiliates?plan=basic-business#complete=${encodeURIComponent(key)}`,
      account,
    );
    expect(await screen.findByText('We charge $149.85 now.')).toBeVisible();
    expect(window.location.search).toBe('?plan=basic-business&step=payment');
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await findCompletion();
    expect(await caller.businessPlans.mine()).toMatchObject({ planId: 9, state: 'active' });
  });

  test('offers a new purchase if the link is invalid', async () => {
    const account = await makeAccount(database.db);
    const { user } = await web.open('/affiliates?plan=basic-business#complete=forged', account);
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Purchase the plan' }));
    expect(await findPage('Basic Information')).toBeVisible();
  });
});
