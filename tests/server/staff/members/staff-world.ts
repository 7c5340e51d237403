import type { Db } from '#db/client.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeCardPurchase, type TestCheckout } from '#tests/helpers/purchases/checkout.ts';

interface Action<Values> {
  preview(input: { values: Values }): Promise<{ effects: string[]; version: string }>;
  perform(input: { values: Values; reason: string; version: string }): Promise<{ message: string }>;
}

export const REASON = 'The member asked for it';

/** Previews an action and confirms it, as staff do in a dialog. */
export async function act<Values>(action: Action<Values>, values: Values) {
  const { effects, version } = await action.preview({ values });
  const { message } = await action.perform({ values, reason: REASON, version });
  return { effects: effects.join(' '), message };
}

export function makeStaff(db: Db): Promise<TestAccount> {
  return makeAccount(db, { accountType: 10, firstname: 'Sam', lastname: 'Stone' });
}

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

/** Lists the audit log's entries about a subject, oldest first, except for 'open'. */
export async function listAudit(db: Db, subject: string) {
  return db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'reason', 'change'])
    .where('subject', '=', subject)
    .where('action', '!=', 'open')
    .orderBy('id')
    .execute();
}
