import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makePromoCode } from '#tests/helpers/factories/catalog.ts';
import { employees, makeCompany, makeCorporatePurchase } from '#tests/helpers/purchases/company.ts';
import { expectFocus } from '#tests/helpers/web.tsx';
import { dropResponse, press, typeCard } from '../checkout-web.tsx';
import { companyWeb, filledEmployees, page } from './company-web.tsx';

const database = seededTestDb();
const web = companyWeb(database);

const VALID_CARD = '4242424242424242';
const DECLINED = '4000000000000002';

const findSummary = async () => within(await screen.findByRole('region', { name: 'Order summary' }));
const findCompletion = () => screen.findByRole('heading', { name: "You're all set!" });
const FAILED = 'There was an Problem with your purchase';

function listPurchases(accountId: string) {
  return database.db
    .selectFrom('purchases')
    .select(['id', 'status', 'attempt', 'totalCents'])
    .where('accountId', '=', accountId)
    .orderBy('createdAt')
    .execute();
}

describe('[S2 corporate purchase flow] the payment of a corporate purchase', () => {
  test('[D1] shows yearly prices, reports a declined card, and succeeds with an accepted one', async () => {
    const family = filledEmployees(1, {
      firstname: 'Fay',
      familyPlan: true,
      spouseFirstName: 'Sam',
      email: 'fam@example.com',
    });
    const { user, account } = await web.openAt('payment', { employees: [...filledEmployees(3), ...family] });
    const lines = await findSummary();
    expect(lines.getByText(/^Corporate Individual Card × 3/)).toBeVisible();
    expect(lines.getByText('$149.85')).toBeVisible();
    expect(lines.getByText(/^Corporate Family Card/)).toBeVisible();
    expect(screen.getByText('We charge $249.75 now.')).toBeVisible();
    expect(screen.getByText(/^Cancel any time on your Company page/)).toBeVisible();
    await typeCard(user, DECLINED);
    await press(user, 'Submit');
    const alert = (await screen.findByText(FAILED)).closest('[role="alert"]');
    expect(alert).toHaveTextContent('Your card was declined.');
    await typeCard(user, VALID_CARD);
    await press(user, 'Submit');
    await expectFocus(await findCompletion());
    const [purchase] = await listPurchases(account.id);
    expect(purchase).toMatchObject({ status: 'paid', attempt: 2, totalCents: 24_975 });
    expect(window.location.search).toBe(`?plan=corporate&completed=${purchase?.id}`);
    expect(screen.getByRole('link', { name: 'View/Print Your Receipt' })).toHaveAttribute(
      'href',
      `/api/receipt?id=${purchase?.id}`,
    );
    expect(sessionStorage).toHaveLength(0);
    const { cards } = await web.checkout().caller(account).corporate.cards({});
    expect(cards).toMatchObject([
      { plan: 3 },
      { plan: 3 },
      { plan: 3 },
      { plan: 4, email: 'fam@example.com' },
    ]);
    await user.click(screen.getByRole('link', { name: 'Go to your company page' }));
    expect(await screen.findByRole('heading', { name: 'Your employees’ cards' })).toBeVisible();
  });

  test('[D24] uses the company form’s code', async () => {
    await makePromoCode(database.db, { code: 'STAFF20', amountOff: null, percentOff: '20' });
    const { user } = await web.openAt('company', { code: 'staff20' });
    await page('Company Basic Information');
    await press(user, 'Continue');
    await page('Employees');
    await press(user, 'Continue');
    expect(await screen.findByText('Promo Code Applied!')).toBeVisible();
    expect(await screen.findByText('We charge $199.80 now.')).toBeVisible();
  });

  test('[S8 promo code] reports a wrong code at its field, where it can be corrected', async () => {
    const { user } = await web.openAt('payment');
    await user.click(await screen.findByRole('button', { name: 'Add a promo code' }));
    await user.keyboard('nope{Enter}');
    expect(await screen.findByText('Wrong Promo Code')).toBeVisible();
  });

  test("[S8 purchase] shows 'No error' after a lost response, and charges once on retry", async () => {
    const { user, account } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    dropResponse('corporate.purchase');
    await press(user, 'Submit');
    const alert = (await screen.findByText(FAILED)).closest('[role="alert"]');
    expect(alert).toHaveTextContent('No error');
    await press(user, 'Try again');
    await findCompletion();
    expect(await listPurchases(account.id)).toMatchObject([{ status: 'paid', attempt: 1 }]);
  });

  test('[D2] shows a changed price, and charges it only after another click', async () => {
    const { user, account } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    await database.db.updateTable('plans').set({ priceCents: 5000 }).where('id', '=', 3).execute();
    await press(user, 'Submit');
    expect(await screen.findByText('The price has changed')).toBeVisible();
    expect(await screen.findByText('We charge $250.00 now.')).toBeVisible();
    expect(await listPurchases(account.id)).toEqual([]);
    await press(user, 'Submit');
    await findCompletion();
    expect(await listPurchases(account.id)).toMatchObject([{ status: 'paid', totalCents: 25_000 }]);
    await database.db.updateTable('plans').set({ priceCents: 4995 }).where('id', '=', 3).execute();
  });

  test('shows the existing cards after a purchase in another tab', async () => {
    const { user, account } = await web.openAt('payment');
    await typeCard(user, VALID_CARD);
    await web.checkout().caller(account).corporate.purchase(makeCorporatePurchase());
    await press(user, 'Submit');
    expect(await page('Your company already has cards')).toBeVisible();
    expect(screen.getByText(/^You already have a corporate membership/)).toBeVisible();
    expect(await listPurchases(account.id)).toHaveLength(1);
  });
});

describe('reopening a purchase from an email’s link', () => {
  test('opens the payment page with every employee, and removes the token from the URL', async () => {
    const { account, caller } = await makeCompany(database.db, web.checkout());
    const declinedPurchase = makeCorporatePurchase({
      employees: employees(3, 1),
      token: 'tok_chargeDeclined',
    });
    await expect(caller.corporate.purchase(declinedPurchase)).rejects.toThrow('declined');
    const [failed] = await listPurchases(account.id);
    const key = await web
      .checkout()
      .deps.signer.sign('complete-payment', String(failed?.id), { seconds: 60 });
    const { user } = await web.open(`/pricing/corporate#complete=${encodeURIComponent(key)}`, account);
    expect(await screen.findByText('We charge $249.75 now.')).toBeVisible();
    expect(window.location.search).toBe('?plan=corporate&step=payment');
    await typeCard(user, VALID_CARD);
    await press(user, 'Submit');
    await findCompletion();
    expect(await caller.corporate.company()).toMatchObject({ counts: { personal: 3, family: 1 } });
  });

  test('offers a new purchase if the link is invalid', async () => {
    const { user } = await web.open('/pricing?plan=corporate#complete=forged', await web.newAccount());
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Buy corporate cards' }));
    expect(await page('Company Basic Information')).toBeVisible();
  });
});
