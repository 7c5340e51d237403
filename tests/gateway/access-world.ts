import { randomUUID } from 'node:crypto';
import { createResetToken } from '#server/accounts/password-reset.service.ts';
import { issueIdToken } from '#server/accounts/session.service.ts';
import { createStaffToken } from '#server/accounts/staff-token.service.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import { cardPurchase } from '#tests/helpers/checkout.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import { makePromotion, makeStore } from '#tests/helpers/factories/store.ts';

/** The table's columns. `another` is a basic account that asks for the owner's row, as a visitor does. */
export const ROLES = ['visitor', '0', '1', '2', '3', '10', '42', 'another'] as const;
export type Role = (typeof ROLES)[number];

/** Whose rows a cell asks for. */
export interface Rows {
  account: TestAccount;
  membershipNumber: string;
  purchaseId: string;
}

export interface Actor {
  role: Role;
  /** Null for the visitor. */
  account: TestAccount | null;
  /** The actor's own; the owner's for a visitor and for `another`. */
  rows: Rows;
}

export interface World {
  actors: Record<Role, Actor>;
  affiliate: TestAccount;
  /** An address that nobody has. */
  newEmail(): string;
  password: string;
  idToken(): Promise<string>;
  staffToken(): Promise<string>;
  resetToken(): Promise<string>;
  /** In the link of the mail that asks for a bank's confirmation. */
  completionToken(): Promise<string>;
  /** In the link of a guest's receipt mail: whoever has it may read and cancel that membership. */
  guestKey(): Promise<string>;
  signedEvent(): { payload: string; headers: Record<string, string> };
}

const PASSWORD = 'a long password';

async function ownRows(server: TestApp, account: TestAccount): Promise<Rows> {
  const caller = server.caller(account);
  const { purchaseId } = await caller.checkout.buyCard(cardPurchase());
  const [membership] = await caller.memberships.mine();
  if (!membership) throw new Error('The purchase brought no membership');
  return { account, purchaseId, membershipNumber: membership.number };
}

async function makeActors(server: TestApp): Promise<World['actors']> {
  const { db } = server.deps;
  const owner = await ownRows(server, await makeAccount(db, { password: PASSWORD }));
  const member = async (role: Role, accountType: number): Promise<Actor> => {
    const account = await makeAccount(db, { accountType });
    return { role, account, rows: await ownRows(server, account) };
  };
  return {
    visitor: { role: 'visitor', account: null, rows: owner },
    '0': await member('0', 0),
    '1': await member('1', 1),
    '2': await member('2', 2),
    '3': await member('3', 3),
    '10': await member('10', 10),
    '42': await member('42', 42),
    another: { role: 'another', account: await makeAccount(db), rows: owner },
  };
}

/** People of every role, each with a membership that was bought, and whatever else a door asks for. */
export async function makeWorld(server: TestApp): Promise<World> {
  const { deps } = server;
  const affiliate = await makeAccount(deps.db, { firstname: 'Edna', accountType: 3, referenceCode: 'EDNA' });
  const staff = await makeAccount(deps.db, { accountType: 10 });
  const { purchaseId: guests } = await server.caller().checkout.buyCard(cardPurchase());
  const { businessId } = await makeStore(deps.db, {
    business: { name: 'Members First', isMembersOnly: true },
  });
  await makePromotion(deps.db, { businessId, info: '<p>For members alone</p>' });
  const failed = await makePurchase(deps.db, { status: 'failed' });
  return {
    actors: await makeActors(server),
    affiliate,
    newEmail: () => `new-${randomUUID()}@example.com`,
    password: PASSWORD,
    idToken: async () => (await issueIdToken(deps, affiliate.id)).idToken,
    staffToken: async () => (await createStaffToken(deps, staff)).token,
    resetToken: async () => (await createResetToken(deps, (await makeAccount(deps.db)).id)) ?? '',
    completionToken: () => deps.signer.sign('complete-payment', failed.id, { seconds: 60 }),
    guestKey: () => deps.signer.sign('cancel-membership', guests, { seconds: 60 }),
    signedEvent: () => {
      const payload = JSON.stringify({
        id: `evt_${randomUUID()}`,
        object: 'event',
        type: 'customer.created',
        created: Math.floor(Date.now() / 1000),
        data: { object: { id: 'cus_1', object: 'customer' } },
      });
      const secret = deps.webhookSecret;
      const signature = deps.stripe.webhooks.generateTestHeaderString({ payload, secret });
      return { payload, headers: { 'content-type': 'application/json', 'stripe-signature': signature } };
    },
  };
}
