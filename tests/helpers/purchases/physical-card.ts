import { randomUUID } from 'node:crypto';
import { Transaction } from 'kysely';
import { type Db, inTransaction, type Trx } from '#db/client.ts';
import type { ReplacementInput } from '#server/domains/checkout/kinds/card-replacement/card-replacement.schema.ts';
import { queuePhysicalCard } from '#server/domains/memberships/physical-card/physical-card.service.ts';
import { makeMembership, type TestMembership } from '../factories/membership.ts';

export const CARD_ADDRESS = {
  street1: '1600 Broadway',
  street2: null,
  city: 'Denver',
  state: 'CO',
  zip: '80202',
  country: 'US',
};

const HOUR_MS = 3_600_000;

/** Replaces a membership's card requests with one that was sent an hour ago, or removes them. */
export async function setPrintedCards(db: Db, number: string, isSent: boolean): Promise<void> {
  const { id: membershipId } = await db
    .selectFrom('memberships')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  await db.deleteFrom('physicalCardRequests').where('membershipId', '=', membershipId).execute();
  if (!isSent) return;
  const queue = (trx: Trx) =>
    queuePhysicalCard(trx, {
      membershipId,
      recipient: 'Maria Gomez',
      email: 'maria@example.com',
      address: CARD_ADDRESS,
      requestedAt: new Date(Date.now() - 2 * HOUR_MS),
      isReplacement: false,
    });
  await (db instanceof Transaction ? queue(db) : inTransaction(db, queue));
  await db
    .updateTable('physicalCardRequests')
    .set({ sentAt: new Date(Date.now() - HOUR_MS) })
    .where('membershipId', '=', membershipId)
    .execute();
}

/** Creates a membership whose printed card was sent, so that a replacement can be bought. */
export async function makeSentCard(
  db: Db,
  overrides: Parameters<typeof makeMembership>[1] = {},
): Promise<TestMembership> {
  const membership = await makeMembership(db, overrides);
  await setPrintedCards(db, membership.number, true);
  return membership;
}

/** Returns a valid replacement order, as the page sends it. */
export function makeReplacementInput(
  membership: { number: string },
  overrides: Partial<ReplacementInput> = {},
): ReplacementInput {
  return {
    id: membership.number,
    key: null,
    ...CARD_ADDRESS,
    token: 'tok_visa',
    shownTotalCents: 1000,
    idempotencyKey: randomUUID(),
    ...overrides,
  };
}

/** Lists a membership's card requests, oldest first. */
export async function listCardRequests(db: Db, membershipId: string) {
  return db
    .selectFrom('physicalCardRequests')
    .select(['recipient', 'email', 'street1', 'isReplacement', 'sentAt'])
    .where('membershipId', '=', membershipId)
    .orderBy('requestedAt')
    .orderBy('id')
    .execute();
}
