import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import { createPlanRows } from '#db/seed/catalog.ts';
import type { PlansTable, PromoCodesTable } from '#db/tables/catalog.ts';
import { newId } from '#server/lib/ids.ts';

export type TestPromoCode = Selectable<PromoCodesTable>;

/** Inserts the seeded plans, unless they already exist. */
export async function makePlans(db: Db): Promise<void> {
  await db
    .insertInto('plans')
    .values(createPlanRows())
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Creates an additional plan, such as number 2, 'Unknown', which is never sold. */
export async function makePlan(
  db: Db,
  plan: Partial<Insertable<PlansTable>> & { id: number },
): Promise<void> {
  await db
    .insertInto('plans')
    .values({
      kind: 'consumer',
      name: `Plan ${plan.id}`,
      orderSummaryName: `Plan ${plan.id}`,
      slug: null,
      priceCents: 4995,
      billingInterval: 'month',
      isFamily: false,
      copy: JSON.stringify({ title: '', label: '', summary: '', points: [] }),
      ...plan,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Creates a code that takes $10.00 off unless `percentOff` is given, on every plan or only on `plans`. */
export async function makePromoCode(
  db: Db,
  overrides: Partial<Insertable<PromoCodesTable>> & {
    plans?: Array<{ planId: number; recurringPriceCents?: number | null }>;
  } = {},
): Promise<TestPromoCode> {
  const { plans = [], ...columns } = overrides;
  const code = columns.code ?? `TEST${newId().slice(-12).toUpperCase()}`;
  const amountOff = columns.percentOff == null ? 1_000 : null;
  const row = await db
    .insertInto('promoCodes')
    .values({ code, amountOff, maxUses: 1_000_000, ...columns })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (plans.length > 0) {
    await makePlans(db);
    await db
      .insertInto('promoCodePlans')
      .values(plans.map(({ planId, recurringPriceCents = null }) => ({ code, planId, recurringPriceCents })))
      .execute();
  }
  return row;
}
