import type { Db, Trx } from '#db/client.ts';
import { type BusinessProgramDetails, businessProgramDetails } from './business-plan.schema.ts';

function selectChangeable(db: Db) {
  return db
    .selectFrom('businessPlans')
    .innerJoin('subscriptions', 'subscriptions.id', 'businessPlans.subscriptionId')
    .innerJoin('businesses', 'businesses.id', 'businessPlans.businessId')
    .select([
      'businessPlans.id',
      'businessPlans.planId',
      'businessPlans.programs',
      'businesses.name as businessName',
      'subscriptions.id as subscriptionId',
      'subscriptions.status',
      'subscriptions.providerId',
      'subscriptions.periodEnd as paidUntil',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
      'subscriptions.endedAt',
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectChangeable>['execute']>>[number];

/** A plan that was bought, whether or not it has ended. */
export type BoughtPlan = Omit<Row, 'programs'> & { programs: BusinessProgramDetails };

function parsePlan(row: Row | undefined): BoughtPlan | undefined {
  return row && { ...row, programs: businessProgramDetails.parse(row.programs) };
}

/** Returns the bought plan that has no end, or else the one that was bought last. */
export async function findBoughtPlan(db: Db, accountId: string): Promise<BoughtPlan | undefined> {
  const row = await selectChangeable(db)
    .where('businessPlans.accountId', '=', accountId)
    .orderBy('businessPlans.endedAt', (order) => order.desc().nullsFirst())
    .orderBy('businessPlans.startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return parsePlan(row);
}

/** Finds the plan of any account. Callers must check what the viewer may see. */
export async function findPlanOfSubscription(
  db: Db,
  subscriptionId: string,
): Promise<BoughtPlan | undefined> {
  return parsePlan(
    await selectChangeable(db).where('subscriptions.id', '=', subscriptionId).executeTakeFirst(),
  );
}

export async function setPlan(
  trx: Trx,
  id: string,
  { planId, programs }: Pick<BoughtPlan, 'planId' | 'programs'>,
): Promise<void> {
  await trx
    .updateTable('businessPlans')
    .set({ planId, programs: JSON.stringify(programs) })
    .where('id', '=', id)
    .execute();
}
