import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cardCart } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { checkoutWeb, press, typeCard } from '../checkout-web.tsx';

const database = seededTestDb();
const web = checkoutWeb(database);
const VALID_CARD = '4242424242424242';

describe('[S2 choose] the choice of how to buy', () => {
  test("explains what guests don't get, and continues to shipping", async () => {
    const { user } = await web.open('/pricing?plan=individual');
    expect(await screen.findByText(/Guests don’t get an account or app access/)).toBeVisible();
    await press(user, 'Buy as guest');
    expect(await screen.findByRole('heading', { name: 'Shipping' })).toHaveFocus();
    expect(screen.getByLabelText('First name')).toHaveValue('');
  });

  test("prefills the account's details, and assigns the purchase to it", async () => {
    const account = await makeAccount(database.db, { firstname: 'Maria', email: 'maria.buys@example.com' });
    const { user } = await web.openAt('payment', { buyer: 'account', email: account.email }, { account });
    await typeCard(user, VALID_CARD);
    expect(screen.getByText(/Cancel any time under Manage/)).toBeVisible();
    await press(user, 'Purchase');
    expect(await screen.findByRole('link', { name: 'See your membership' })).toHaveAttribute('href', '/user');
    const purchases = await database.db
      .selectFrom('purchases')
      .select(['accountId', 'status'])
      .where('email', '=', account.email)
      .execute();
    expect(purchases).toEqual([{ accountId: account.id, status: 'paid' }]);
  });

  test('[D40] prevents a purchase after the session has expired, and must be made again', async () => {
    const account = await makeAccount(database.db);
    const { user } = await web.openAt('payment', { buyer: 'account', email: account.email }, { account });
    await typeCard(user, VALID_CARD);
    await database.db.deleteFrom('sessions').where('accountId', '=', account.id).execute();
    await press(user, 'Purchase');
    expect(
      await screen.findByText('You’re no longer logged in. Please choose how to continue.'),
    ).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Buy as guest' })).toBeVisible();
    const purchases = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('email', '=', account.email)
      .execute();
    expect(purchases).toEqual([]);
  });

  test('takes a signed-in buyer one click, and prefills the address of the last purchase', async () => {
    const account = await makeAccount(database.db, { firstname: 'Maria', lastname: 'Lopez' });
    await makePurchase(database.db, { accountId: account.id });
    const { user } = await web.open('/pricing?plan=individual', account);
    await user.click(await screen.findByRole('button', { name: 'Continue as Maria' }));
    expect(await screen.findByLabelText('First name')).toHaveValue('Maria');
    expect(screen.getByLabelText('Email')).toHaveValue(account.email);
    expect(screen.getByLabelText('Phone')).toHaveValue('303 555 0147');
    expect(screen.getByLabelText('Street address')).toHaveValue('1600 Broadway');
    expect(screen.getByLabelText('ZIP code')).toHaveValue('80202');
  });

  test('continues with an account that was registered on the page', async () => {
    const { user } = await web.open('/pricing?plan=individual');
    await user.click(await screen.findByRole('button', { name: 'Log in or register' }));
    expect(within(screen.getByRole('region', { name: 'Login' })).getByLabelText('Email')).toHaveFocus();
    const form = screen.getByRole('region', { name: 'Register' });
    const fields: [string, string][] = [
      ['First name', 'Nora'],
      ['Last name', 'Quinn'],
      ['Email', 'nora@example.com'],
      ['ZIP code', '80202'],
      ['Password', 'correct horse'],
      ['Confirm password', 'correct horse'],
    ];
    for (const [label, text] of fields) {
      const input = [...form.querySelectorAll('input')].find(
        ({ labels }) => labels?.[0]?.textContent === label,
      );
      if (input === undefined) throw new Error(`The form has no field '${label}'`);
      await user.click(input);
      await user.paste(text);
    }
    const submit = [...form.querySelectorAll('button')].find((input) => input.type === 'submit');
    if (submit) await user.click(submit);
    expect(await screen.findByRole('heading', { name: 'Shipping' })).toBeVisible();
    expect(screen.getByLabelText('First name')).toHaveValue('Nora');
    expect(screen.getByLabelText('Email')).toHaveValue('nora@example.com');
  });
});

describe('reopening a purchase from an email’s link', () => {
  test('opens the payment page with every field filled in, and removes the token from the URL', async () => {
    const cart = cardCart.parse(makeCardPurchase({ firstname: 'Otto', requestedPhysicalCard: true }));
    const purchase = await makePurchase(database.db, { status: 'failed', cart });
    const { signer } = web.checkout().deps;
    const key = await signer.sign('complete-payment', purchase.id, { seconds: 60 });
    const { user } = await web.open(`/pricing/individual#complete=${encodeURIComponent(key)}`);
    expect(await screen.findByText('We charge $59.95 now.')).toBeVisible();
    expect(window.location.search).toBe('?plan=individual&step=payment');
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    expect(await screen.findByText(/^You're all set!/)).toBeVisible();
  });

  test('offers a new purchase if the link was used', async () => {
    const { user } = await web.open('/pricing/individual#complete=forged');
    expect(await screen.findByText('This link no longer works')).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Buy the card' }));
    expect(await screen.findByRole('button', { name: 'Buy as guest' })).toBeVisible();
  });
});
