import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { CommissionsTable } from '#db/tables/affiliates.ts';
import { newId } from '#server/lib/ids.ts';
import { makePayment } from './subscription.ts';

export type TestCommission = Selectable<CommissionsTable>;

const DAY_MS = 86_400_000;

/**
 * Creates a pending commission of 20% on $49.95 without ledger postings. Also creates the payment unless
 * `paymentId` is given.
 */
export async function makeCommission(
  db: Db,
  overrides: Partial<Insertable<CommissionsTable>> & { affiliateId: string },
): Promise<TestCommission> {
  const createdAt = overrides.createdAt ?? new Date();
  return db
    .insertInto('commissions')
    .values({
      id: newId(),
      paymentId: overrides.paymentId ?? (await makePayment(db)).id,
      rule: 'influencer',
      ratePercent: 20,
      bonusCents: null,
      baseCents: 4995,
      amountCents: 999,
      reason: '20% of the first payment',
      adjusts: null,
      payableAt: new Date(createdAt.getTime() + 30 * DAY_MS),
      ...overrides,
      createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
