import { randomUUID } from 'node:crypto';
import { findProviderCustomer } from '../../accounts/provider-customer.service.ts';
import type { Context } from '../../context.ts';
import { derivedKey } from './fingerprint.ts';

export interface Buyer {
  /** Whose purchase it is: what idempotency keys, holds and receipts are checked against. */
  key: string;
  accountId: string | null;
  providerCustomerId: string | null;
}

/** The keys under which the caller's own purchases stand. */
export function buyerKeysOf(ctx: Pick<Context, 'account' | 'existingGuestKey'>): string[] {
  const guest = ctx.existingGuestKey;
  return [...(ctx.account ? [`account:${ctx.account.id}`] : []), ...(guest ? [`guest:${guest}`] : [])];
}

/**
 * Who buys: the signed-in account; a visitor's browser by its signed cookie; an older client's guest, which has no
 * cookie, by the e-mail address (DESIGN D40, D41).
 */
export async function identifyBuyer(
  ctx: Context,
  { email, idempotencyKey }: { email: string; idempotencyKey: string | null },
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
