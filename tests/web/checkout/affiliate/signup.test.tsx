import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { makeWebinarCode } from '#tests/helpers/factories/webinar.ts';
import { affiliateSignup } from '#tests/helpers/purchases/affiliate.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { press, typeCard } from '../checkout-web.tsx';
import { affiliateWeb, allSet, findPage, sign, summaryLine } from './affiliate-web.tsx';

const database = seededTestDb();
const web = affiliateWeb(database);

const VALID_CARD = '4242424242424242';
const DECLINED = '4000000000000002';
const NO_MEMBERSHIP = { purchaseMembership: '2' };

type Opened = Awaited<ReturnType<typeof web.openAt>>;

/** Signs on the reference page and continues to payment. */
async function goToPayment({ user }: Pick<Opened, 'user'>) {
  await findPage('Reference / More Information');
  await sign(user);
  await press(user, 'Next');
  await findPage('Payment');
}

const findAlert = async (text: string) => {
  const alertBox = (await screen.findByText(text)).closest<HTMLElement>('[role="alert"]');
  return within(alertBox ?? document.createElement('div'));
};

describe('[S2 affiliate signup wizard] a signup without a membership', () => {
  test.each([
    ['friend', 'You are signed up... We will contact you shortly with more information.'],
    ['influencer', 'You are signed up... We will contact you shortly with more information.'],
    ['educator', 'You’re signed up. Your affiliate page has your link to share and shows what you earn.'],
  ] as const)('signs up a person as %s', async (role, text) => {
    const { user, account } = await web.openAt(role, 'reference', NO_MEMBERSHIP);
    await findPage('Reference / More Information');
    await sign(user);
    await press(user, 'Signup');
    await expectFocus(await allSet());
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'View Receipt' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Go to the Backoffice' })).toBeVisible();
    expect(sessionStorage).toHaveLength(0);
    const [signup, ...otherSignups] = await web.signupsOf(account.id);
    expect(otherSignups).toEqual([]);
    expect(signup).toMatchObject({ role, donates: true, completedAt: expect.any(Date) });
    expect(signup?.signature).toMatch(/^iVBORw0KGgo/);
  });

  test("[D24, S2 webinar] signs up a loyalty affiliate with the URL's webinar code, and ends with its thank-you page", async () => {
    const employees = [{ name: 'Ben Walker', contact: 'ben@example.com' }];
    const account = await web.newAccount();
    const values = { compensationOption: '2', employees };
    const code = await makeWebinarCode(database.db, new Date(Date.now() - 3_600_000));
    const { user } = await web.openAt('loyalty', `information&code=${code}`, values, account);
    await findPage('Your Information');
    await press(user, 'Next');
    await findPage('Business Information');
    await sign(user);
    await press(user, 'Signup');
    await allSet();
    const [signup] = await web.signupsOf(account.id);
    expect(signup).toMatchObject({
      role: 'loyalty',
      donates: true,
      form: { businessName: 'Park Street Bakery', employees, code },
    });
    expect(
      await screen.findByText(/^Your \$50 gift card goes to your account’s email address/),
    ).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the webinar' })).toHaveAttribute(
      'href',
      `/webinar?code=${code}`,
    );
  });

  test('shows server errors at their fields and keeps all values', async () => {
    const account = await web.newAccount();
    const { user } = await web.openAt(
      'friend',
      'reference',
      { ...NO_MEMBERSHIP, reference: account.id, referenceLabel: 'Olivia Park' },
      account,
    );
    await findPage('Reference / More Information');
    await sign(user);
    await press(user, 'Signup');
    expect(
      await screen.findByRole('button', {
        name: 'Reference: Please choose someone else. You can’t refer yourself',
      }),
    ).toBeVisible();
    expect(screen.getByLabelText('I accept the membership terms')).toBeChecked();
    expect(screen.getByRole('img', { name: 'Olivia Park, as a handwritten signature' })).toBeVisible();
    expect(await web.signupsOf(account.id)).toEqual([]);
  });

  test("[S8 invalid card] shows 'There was an problem.' after a lost response, and signs up once on retry", async () => {
    const { user, account } = await web.openAt('friend', 'reference', NO_MEMBERSHIP);
    await findPage('Reference / More Information');
    await sign(user);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', async (...call: Parameters<typeof fetch>) => {
      const response = await originalFetch(...call);
      if (!String(call[0]).includes('affiliateSignup.join')) return response;
      vi.stubGlobal('fetch', originalFetch);
      throw new TypeError('Failed to fetch');
    });
    await press(user, 'Signup');
    const alertBox = await findAlert('There was an problem.');
    expect(alertBox.getByText(/^You seem to be offline/)).toBeVisible();
    await press(user, 'Signup');
    await allSet();
    expect(await web.signupsOf(account.id)).toHaveLength(1);
  });

  test('shows the refusal after a signup in another tab', async () => {
    const { user, account } = await web.openAt('educator', 'reference', NO_MEMBERSHIP);
    await findPage('Reference / More Information');
    const { id: reference } = await makeAccount(database.db, { accountType: 1 });
    const caller = web.checkout().caller(account);
    await caller.affiliateSignup.join(affiliateSignup({ role: 'educator', reference }));
    await sign(user);
    await press(user, 'Signup');
    expect(await findPage('You already signed up to be an Educator!')).toBeVisible();
  });
});

describe('[S2 payment] a signup with a membership', () => {
  test('sells an educator an individual membership, with a receipt and both roles', async () => {
    const openedPage = await web.openAt('educator', 'reference', { requestedPhysicalCard: true });
    const { user, account } = openedPage;
    await goToPayment(openedPage);
    const order = within(await screen.findByRole('region', { name: 'Order summary' }));
    expect(order.getByText(/^Individual Membership/)).toBeVisible();
    expect(order.getByText('$59.95')).toBeVisible();
    expect(await screen.findByLabelText('Name on card')).toHaveValue('Olivia Park');
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await allSet();
    expect(await screen.findByRole('figure', { name: 'Membership card' })).toBeVisible();
    expect(await screen.findByText(/mailing your physical card\. It should arrive within/)).toBeVisible();
    const [signup] = await web.signupsOf(account.id);
    expect(window.location.search).toBe(`?type=rep&completed=${signup?.purchaseId}`);
    expect(screen.getByRole('link', { name: 'View Receipt' })).toHaveAttribute(
      'href',
      `/api/receipt?id=${signup?.purchaseId}`,
    );
    expect(await web.checkout().caller(account).viewer.user()).toMatchObject({
      accountType: 3,
      hasValidMembership: true,
    });
    expect(sessionStorage).toHaveLength(0);
  });

  test('alerts about a declined card, and signs up with an accepted one', async () => {
    const openedPage = await web.openAt('influencer', 'reference');
    const { user, account } = openedPage;
    await goToPayment(openedPage);
    await typeCard(user, DECLINED);
    await press(user, 'Purchase');
    const alertBox = await findAlert('There was an problem.');
    expect(alertBox.getByText('Your card was declined.')).toBeVisible();
    expect(await web.checkout().caller(account).viewer.user()).toMatchObject({ influencer: false });
    const historyLength = window.history.length;
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await allSet();
    expect(window.history.length).toBe(historyLength);
    expect(await web.signupsOf(account.id)).toHaveLength(1);
  });

  test('[S8 invalid card] refuses a token that Stripe doesn’t know', async () => {
    const openedPage = await web.openAt('educator', 'reference');
    const { user } = openedPage;
    await goToPayment(openedPage);
    await typeCard(user, VALID_CARD);
    const originalFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (...call: Parameters<typeof fetch>) =>
      String(call[0]).includes('/tokens')
        ? Promise.resolve(Response.json({ id: 'tok_unknown' }))
        : originalFetch(...call),
    );
    await press(user, 'Purchase');
    const alertBox = await findAlert('The debit/credit card that was used is invalid.');
    expect(alertBox.getByText('There was an problem')).toBeVisible();
  });

  test('[D25] requires no card with a free code', async () => {
    await makePromoCode(database.db, { code: 'FREEJOIN', amountOff: null, percentOff: '100', isFree: true });
    const openedPage = await web.openAt('friend', 'reference');
    const { user, account } = openedPage;
    await goToPayment(openedPage);
    await screen.findByRole('textbox', { name: /card number/i });
    await press(user, 'Add a promo code');
    await user.keyboard('FREEJOIN{Enter}');
    expect(await screen.findByText('You won’t be charged, and you don’t need a card.')).toBeVisible();
    expect(screen.queryByText('Card number')).toBeNull();
    await press(user, 'Purchase');
    await allSet();
    const viewer = await web.checkout().caller(account).viewer.user();
    expect(viewer).toMatchObject({ friend: true, hasValidMembership: true });
  });

  test('goes to the page with a server error and keeps all values', async () => {
    const account = await web.newAccount();
    const openedPage = await web.openAt('educator', 'reference', { reference: account.id }, account);
    const { user } = openedPage;
    await goToPayment(openedPage);
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    await findPage('Reference / More Information');
    expect(
      await summaryLine('Reference: Please choose someone else. You can’t refer yourself'),
    ).toBeVisible();
    expect(screen.getByRole('img', { name: 'Your signature' })).toBeVisible();
    expect(await web.checkout().caller(account).viewer.user()).toMatchObject({ accountType: 0 });
  });
});

describe('reopening a signup from an email’s link', () => {
  test('prefills everything but the signature, and removes the token from the URL', async () => {
    const account = await web.newAccount();
    const { id: reference } = await makeAccount(database.db, {
      firstname: 'Rita',
      lastname: 'Moss',
      accountType: 1,
    });
    const caller = web.checkout().caller(account);
    const declinedSignup = affiliateSignup({
      role: 'educator',
      reference,
      purchaseMembership: 1,
      members: [{ name: 'Ann Park' }],
      token: 'tok_chargeDeclined',
    });
    await expect(caller.affiliateSignup.join(declinedSignup)).rejects.toThrow('declined');
    const failedPurchase = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('accountId', '=', account.id)
      .executeTakeFirstOrThrow();
    const key = await web.checkout().deps.signer.sign('complete-payment', failedPurchase.id, { seconds: 60 });
    const openedPage = await web.open(`/educators?type=rep#complete=${encodeURIComponent(key)}`, account);
    await findPage('Reference / More Information');
    expect(screen.getByRole('combobox', { name: /^Reference/ })).toHaveValue('Rita Moss');
    await goToPayment(openedPage);
    expect(window.location.search).toBe('?type=rep&step=payment');
    expect(await screen.findByText('We charge $99.90 now.')).toBeVisible();
    await typeCard(openedPage.user, VALID_CARD);
    await press(openedPage.user, 'Purchase');
    await allSet();
    await waitFor(async () =>
      expect(await caller.viewer.user()).toMatchObject({ accountType: 3, hasValidMembership: true }),
    );
  });

  test('offers a new signup if the link is invalid', async () => {
    const { user } = await web.open('/educators?type=rep#complete=forged', await web.newAccount());
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Sign up' }));
    expect(await findPage('Your Information')).toBeVisible();
  });
});
