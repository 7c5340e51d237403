import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { createBillLink } from '#server/domains/billing/bill-link.ts';
import { syncSubscription } from '#server/domains/checkout/purchase/sync/sync-subscription.service.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { submitCardChange } from '#web/features/billing/card-change-form.tsx';
import { emptyCard } from '#web/features/payments/card-fields.schema.ts';
import { checkoutWeb, dropResponse, press, typeCard } from '../checkout/checkout-web.tsx';

const database = seededTestDb();
const { checkout, open } = checkoutWeb(database);

beforeAll(async () => {
  // A test's first import of a lazy module can take longer than its timeout.
  await import('#web/features/payments/card-form.tsx');
  await import('#web/features/payments/sandbox-stripe.ts');
}, 120_000);

/** Advances the sandbox by a month, and makes it decline the renewals of the purchase's customer. */
async function refuseRenewal(purchaseId: string): Promise<void> {
  const { control } = checkout().sandbox;
  const { providerCustomerId, providerSubscriptionId } = await checkout().findPurchase(purchaseId);
  await control.changeCard(String(providerCustomerId), '4000000000000341');
  await control.advance({ months: 1 });
  await syncSubscription(checkout().deps, String(providerSubscriptionId));
}

async function enterCard(user: UserEvent, number = '4242424242424242'): Promise<void> {
  await typeCard(user, number);
  for (const [label, text] of Object.entries({ 'Name on card': 'Ann Smith', 'Billing ZIP code': '10118' })) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), text);
  }
}

describe('paying an overdue bill', () => {
  test('is reported as paid if the response was lost, and charged once', async () => {
    const account = await makeAccount(database.db);
    const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
    await refuseRenewal(purchaseId);
    const { user } = await open('/user/billing?card=update', account);
    expect(await screen.findByLabelText('Billing ZIP code')).toHaveValue(makeCardPurchase().zip);
    await enterCard(user);
    dropResponse('billing.changeCard');
    await press(user, 'Update card and pay $49.95');
    expect(await screen.findByRole('heading', { name: 'Paid $49.95' })).toBeVisible();
    expect(await checkout().listCharges(purchaseId)).toHaveLength(2);
  });

  test('is not reported as paid if the new card is declined', async () => {
    const account = await makeAccount(database.db);
    const { purchaseId } = await checkout().caller(account).checkout.buyCard(makeCardPurchase());
    await refuseRenewal(purchaseId);
    const { user } = await open('/user/billing?card=update', account);
    await enterCard(user, '4000000000000002');
    await press(user, 'Update card and pay $49.95');
    expect(await screen.findByText(/was declined/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Paid $49.95' })).toBeNull();
  });

  test('is no longer asked for once the membership is canceled, here or in another window', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const { purchaseId } = await caller.checkout.buyCard(makeCardPurchase());
    await refuseRenewal(purchaseId);
    const { user, unmount } = await open('/user', account);
    expect(await screen.findByRole('link', { name: 'Update card and pay $49.95' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: /^Cancel Membership/ }));
    const question = await screen.findByRole('dialog', { name: 'Cancel Membership' });
    await user.click(within(question).getByRole('button', { name: 'Cancel Membership' }));
    await waitFor(() => expect(screen.queryByRole('link', { name: /Update card and pay/ })).toBeNull());
    unmount();

    const second = await caller.checkout.buyCard(makeCardPurchase());
    await refuseRenewal(second.purchaseId);
    const billingPage = await open('/user/billing?card=update', account);
    await enterCard(billingPage.user);
    const memberships = await caller.memberships.mine();
    await caller.memberships.cancel({ number: String(memberships[0]?.number) });
    await press(billingPage.user, 'Update card and pay $49.95');
    expect(
      await screen.findByText('You canceled this in another window, so you don’t owe anything for it.'),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Update card and pay $49.95' })).toBeNull();
  });

  test('keeps the form of a guest whose connection is lost', async () => {
    const { purchaseId } = await checkout().caller().checkout.buyCard(makeCardPurchase());
    await refuseRenewal(purchaseId);
    const { id } = await database.db
      .selectFrom('subscriptions')
      .select('id')
      .where('purchaseId', '=', purchaseId)
      .executeTakeFirstOrThrow();
    const { pathname, hash } = new URL(String(await createBillLink(checkout().deps, id)));
    const { user } = await open(pathname + hash);
    await enterCard(user);
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    await press(user, 'Update card and pay $49.95');
    expect(await screen.findByText(/Try again. You’ll never be charged twice/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Update card and pay $49.95' })).toBeVisible();
  });

  test('says whether the plan still works: a card does not, and a business stays listed', async () => {
    const account = await makeAccount(database.db);
    const caller = checkout().caller(account);
    const { purchaseId } = await caller.businessPlans.purchase(businessPlanPurchase());
    await refuseRenewal(purchaseId);
    await open('/user/billing', account);
    const [notice] = await screen.findAllByText(/we couldn’t charge/);
    expect(notice).toHaveTextContent('Your business stays listed while the bill is open.');
    expect(notice).not.toHaveTextContent('inactive');
  });
});

describe('a bank that requires a confirmation', () => {
  /**
   * Submits the form. A bill is paid once `confirm` returns true for it. Returns the bills that had to be
   * confirmed.
   */
  async function submit(bills: string[], confirm: (bill: string) => boolean): Promise<string[]> {
    const unpaidBills = new Set(bills);
    const authenticated: string[] = [];
    const handle = {
      tokenize: async () => '',
      save: async () => {},
      authenticate: async (clientSecret: string) => {
        authenticated.push(clientSecret);
        if (confirm(clientSecret)) unpaidBills.delete(clientSecret);
      },
    };
    await submitCardChange({ current: handle }, emptyCard, [], {
      start: async () => [{ id: 'seti_1', clientSecret: 'seti_1_secret_1' }],
      change: async () => {
        const [clientSecret] = unpaidBills;
        return clientSecret ? { status: 'requires_action', clientSecret } : { status: 'done' };
      },
    });
    return authenticated;
  }

  test('confirms each of several bills', async () => {
    expect(await submit(['first', 'second'], () => true)).toEqual(['first', 'second']);
  });

  test('is not asked twice about a payment that it refuses', async () => {
    await expect(submit(['first', 'second'], (bill) => bill === 'first')).rejects.toMatchObject({
      code: 'BANK_REFUSED',
      message: 'Your bank didn’t confirm the payment, so we didn’t charge you.',
    });
  });
});
