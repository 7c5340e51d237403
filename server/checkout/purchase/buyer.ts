import { randomUUID } from 'node:crypto';
import { findProviderCustomer } from '../../accounts/provider-customer.service.ts';
import type { Context } from '../../context.ts';
import { derivedKey } from './fingerprint.ts';

export interface Buyer {
  /** Owns the purchase's idempotency keys, promo code uses, and receipts. */
  key: string;
  accountId: string | null;
  providerCustomerId: string | null;
}

/** The keys that the caller's own purchases are stored under. */
export function buyerKeysOf(ctx: Pick<Context, 'account' | 'existingGuestKey'>): string[] {
  const guest = ctx.existingGuestKey;
  return [...(ctx.account ? [`account:${ctx.account.id}`] : []), ...(guest ? [`guest:${guest}`] : [])];
}

/**
 * An account is known by its session, a visitor by the browser's signed cookie, and a guest of an older client, which
 * has no cookie, by e-mail address (D40, D41).
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
      : `legacy:${derivedKey(ctx.deps.cookieSecret, 'guest', email.toLowerCase())}`;
  return { key, accountId: null, providerCustomerId: null };
}
