import { chargePurchase } from '../checkout/purchase/charge-purchase.service.ts';
import {
  createPurchase,
  findSubmittedPurchase,
  type PurchaseOrder,
} from '../checkout/purchase/create-purchase.service.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';

/** The published test card that is always accepted. */
const TEST_CARD = 'tok_visa';

/** What is bought for a demo account, once: under one key, whoever starts the product how often. */
export async function buyForDemo(
  deps: Deps,
  account: { id: string; email: string },
  order: Pick<PurchaseOrder, 'kind' | 'cart' | 'agreements' | 'idempotencyKey'> & {
    quote: () => Promise<PurchaseOrder['quote']>;
  },
): Promise<void> {
  const buyer = { key: `account:${account.id}`, accountId: account.id, providerCustomerId: null };
  const placed =
    (await findSubmittedPurchase(deps, { ...order, buyer })) ??
    (await createPurchase(deps, {
      ...order,
      buyer,
      quote: await order.quote(),
      email: account.email,
      ip: '127.0.0.1',
    }));
  if (placed.purchase.status === 'paid') return;
  try {
    await chargePurchase(deps, placed.purchase, {
      token: TEST_CARD,
      confirmable: false,
      resumed: !placed.fresh,
    });
  } catch (error) {
    // Another process may be buying it at this moment: the sweeper settles what is left, and the start goes on.
    if (!(error instanceof AppError && error.code === 'PAYMENT_UNCONFIRMED')) throw error;
  }
}
