import { randomUUID } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { cardCart } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import { formatDateInWords } from '#server/lib/dates.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { makeMembership } from '#tests/helpers/factories/membership.ts';
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

describe('[D71] a member who chooses a plan', () => {
  /** Makes an account with a membership that Stripe renews. */
  async function makeMember(planId: 0 | 1, firstname: string) {
    const account = await makeAccount(database.db, { firstname, password: 'correct horse' });
    const [day, subscription] = [86_400_000, { providerId: randomUUID() }];
    const periodStart = new Date(Date.now() - day);
    const periodEnd = new Date(periodStart.getTime() + 30 * day);
    const { number } = await makeMembership(database.db, {
      accountId: account.id,
      planId,
      subscription: { ...subscription, accountId: account.id, periodStart, periodEnd },
    });
    return { account, number, day: formatDateInWords(periodEnd) };
  }

  test('sees the change and its price first, and can still buy a separate membership', async () => {
    const { account, number, day } = await makeMember(0, 'Una');
    const { user } = await web.open('/pricing?plan=family', account);
    const change = await screen.findByRole('link', { name: /^Change to Family for \$\d+\.\d\d today$/ });
    expect(change).toHaveAttribute('href', `/user?plan=${number}`);
    expect(screen.getByText(`You already have an Individual membership, valid until ${day}.`)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Continue as Una' })).toBeNull();
    await press(user, 'Buy a separate membership');
    expect(await screen.findByRole('heading', { name: 'Shipping' })).toBeVisible();
    expect(screen.getByLabelText('First name')).toHaveValue('Una');
  });

  test('schedules a smaller plan for its day', async () => {
    const { account, number, day } = await makeMember(1, 'Dara');
    const { user } = await web.open('/pricing?plan=individual', account);
    await user.click(await screen.findByRole('button', { name: `Change to Individual on ${day}` }));
    expect(await screen.findByText(`Your membership changes to Individual on ${day}`)).toBeVisible();
    const [membership] = await web.checkout().caller(account).memberships.mine();
    expect(membership).toMatchObject({ number, planChange: { scheduledFor: expect.any(Date) } });
  });

  test('is asked on the first page again if a membership was bought in another window', async () => {
    const { account, day } = await makeMember(0, 'Vera');
    const values = { buyer: 'account', email: account.email } as const;
    const { user } = await web.openAt('payment', values, { account });
    await typeCard(user, VALID_CARD);
    await press(user, 'Purchase');
    const sentence = `You already have an Individual membership, valid until ${day}.`;
    expect(await screen.findAllByText(new RegExp(sentence))).not.toEqual([]);
    await press(user, 'Buy a separate membership');
    expect(await screen.findByRole('heading', { name: 'Shipping' })).toBeVisible();
    expect(screen.queryByText(new RegExp(sentence))).toBeNull();
    expect(await web.checkout().caller(account).memberships.mine()).toHaveLength(1);
  });

  test('sees it after logging in on the page', async () => {
    const { account } = await makeMember(0, 'Wilma');
    const { user } = await web.open('/pricing?plan=family');
    await user.click(await screen.findByRole('button', { name: 'Log in or register' }));
    const login = within(screen.getByRole('region', { name: 'Login' }));
    await user.type(login.getByLabelText('Email'), account.email);
    await user.type(login.getByLabelText('Password'), 'correct horse');
    await user.click(login.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('link', { name: /^Change to Family for/ })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Shipping' })).toBeNull();
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
