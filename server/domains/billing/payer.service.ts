import { AppError } from '../../lib/errors.ts';
import type { Deps } from '../../platform/deps.ts';
import { findLinkedBill } from './bill-link.ts';
import { findBilled, findBilledByAccount, type StoredBilling } from './billing.repository.ts';
import type { LinkedBill } from './billing.schema.ts';
import { describeBilled } from './billing.service.ts';

/**
 * The payer whose card changes. It is an account with all its subscriptions, or only the subscription that an
 * email's link is for.
 */
export interface Payer {
  /** `account:<id>` or `subscription:<id>`. Only this payer can use the setups that it started. */
  owner: string;
  subscriptions: readonly StoredBilling[];
  /**
   * Null for a link. The new card of an account also becomes the default card of its Stripe customers. With a
   * link, the card is replaced only for the link's subscription.
   */
  accountId: string | null;
}

export async function getAccountPayer({ db }: Deps, accountId: string): Promise<Payer> {
  return {
    owner: `account:${accountId}`,
    subscriptions: await findBilledByAccount(db, accountId),
    accountId,
  };
}

/** Returns undefined if the link's bill is paid. Throws BILL_NOT_FOUND if the link doesn't work. */
export async function findLinkedPayer(deps: Deps, token: string): Promise<Payer | undefined> {
  const { stored, isPaid } = await requireLinkedBilling(deps, token);
  return isPaid
    ? undefined
    : { owner: `subscription:${stored.id}`, subscriptions: [stored], accountId: null };
}

/** `accountId` is undefined for a visitor who isn't logged in. */
export async function getLinkedBill(
  deps: Deps,
  accountId: string | undefined,
  token: string,
): Promise<LinkedBill> {
  const { stored, isPaid } = await requireLinkedBilling(deps, token);
  const billed = describeBilled(stored, deps.now());
  return { ...billed, isPaid, isOwn: accountId !== undefined && stored.accountId === accountId };
}

async function requireLinkedBilling(
  deps: Deps,
  token: string,
): Promise<{ stored: StoredBilling; isPaid: boolean }> {
  const linkedBill = await findLinkedBill(deps, token);
  const storedBilling = linkedBill && (await findBilled(deps.db, linkedBill.subscription.id));
  if (!storedBilling) throw new AppError('BILL_NOT_FOUND');
  return { stored: storedBilling, isPaid: linkedBill.isPaid };
}
