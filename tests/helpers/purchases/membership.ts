import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, type TestCheckout } from '#tests/helpers/purchases/checkout.ts';

/** Buys a membership for the account, or as a guest. */
export async function buyMembership(
  server: TestCheckout,
  account: TestAccount | null = null,
  overrides: Parameters<typeof makeCardPurchase>[0] = {},
) {
  const order = makeCardPurchase({ buyAnother: true, ...overrides });
  const { purchaseId } = await server.caller(account).checkout.buyCard(order);
  const row = await server.deps.db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .select([
      'memberships.id',
      'memberships.number',
      'memberships.subscriptionId',
      'subscriptions.providerId',
    ])
    .where('subscriptions.purchaseId', '=', purchaseId)
    .executeTakeFirstOrThrow();
  return { ...row, providerId: String(row.providerId), purchaseId, email: account?.email ?? order.email };
}
