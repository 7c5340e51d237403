import { chargePurchase } from '../../domains/checkout/purchase/charge-purchase.service.ts';
import {
  createPurchase,
  findSubmittedPurchase,
  type PurchaseOrder,
} from '../../domains/checkout/purchase/create-purchase.service.ts';
import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';

/** Stripe's test token for a card that is always accepted. */
const TEST_CARD = 'tok_visa';

/** Buys for a demo account. The fixed idempotency key keeps restarts from buying again. */
export async function buyForDemo(
  deps: Deps,
  account: { id: string; email: string },
  order: Pick<PurchaseOrder, 'kind' | 'cart' | 'agreements' | 'idempotencyKey'> & {
    quote: () => Promise<PurchaseOrder['quote']>;
  },
): Promise<void> {
  const buyer = { key: `account:${account.id}`, accountId: account.id, providerCustomerId: null };
  const submission =
    (await findSubmittedPurchase(deps, { ...order, buyer })) ??
    (await createPurchase(deps, {
      ...order,
      buyer,
      quote: await order.quote(),
      email: account.email,
      ip: '127.0.0.1',
      isConfirmable: false,
      isOffSession: false,
      paidIds: [],
    }));
  if (submission.purchase.status === 'paid') return;
  try {
    await chargePurchase(deps, submission.purchase, {
      token: TEST_CARD,
      resumed: !submission.isNew,
    });
  } catch (error) {
    // Another process may be submitting the same purchase. If neither finishes, the sweeper settles it.
    if (!(error instanceof AppError && error.code === 'PAYMENT_UNCONFIRMED')) throw error;
  }
}
