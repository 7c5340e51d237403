import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import type { Context } from '../../../platform/context.ts';
import { getAccount } from '../../accounts/account.service.ts';
import { findProviderCustomer } from '../../accounts/provider-customer.service.ts';
import { deriveIdempotencyKey } from './fingerprint.ts';
import type { Purchase } from './purchase.schema.ts';

export interface Buyer {
  /** Identifies the owner of the purchase's idempotency keys, promo code uses, and receipts. */
  key: string;
  accountId: string | null;
  providerCustomerId: string | null;
}

/** True even if an account has claimed the purchase since. */
export function isGuestPurchase({ accountId, buyerKey }: Pick<Purchase, 'accountId' | 'buyerKey'>): boolean {
  return accountId === null || /^(?:guest|legacy|adopted):/.test(buyerKey);
}

/** Returns the payer's current address: the account's, or the one that a guest bought with. */
export async function findPayerAddress(
  db: Db,
  { accountId, email }: Pick<Purchase, 'accountId' | 'email'>,
): Promise<string> {
  const account = accountId ? await getAccount(db, accountId) : undefined;
  return account?.email ?? email;
}

/** Returns the keys under which the caller's purchases may be stored. */
export function listBuyerKeys(ctx: Pick<Context, 'account' | 'existingGuestKey'>): string[] {
  const guest = ctx.existingGuestKey;
  return [...(ctx.account ? [`account:${ctx.account.id}`] : []), ...(guest ? [`guest:${guest}`] : [])];
}

/**
 * Identifies accounts by the session, and guests by the browser's signed cookie. Older clients have no
 * cookie, so their guests are identified by email address (D40).
 */
export async function identifyBuyer(
  ctx: Context,
  { email, idempotencyKey }: { email: string; idempotencyKey: string | null | undefined },
): Promise<Buyer> {
  if (ctx.account) {
    return {
      key: `account:${ctx.account.id}`,
      accountId: ctx.account.id,
      providerCustomerId: await findProviderCustomer(ctx.deps.db, ctx.account.id),
    };
  }
  const key =
    ctx.entryPoint === 'web'
      ? `guest:${ctx.guestKey(idempotencyKey ?? randomUUID())}`
      : `legacy:${deriveIdempotencyKey(ctx.deps, 'guest', email.toLowerCase())}`;
  return { key, accountId: null, providerCustomerId: null };
}
