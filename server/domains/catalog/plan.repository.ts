import type { Db, Trx } from '#db/client.ts';
import { type Plan, plan } from './plan.schema.ts';

function selectPlans(db: Db) {
  return db
    .selectFrom('plans')
    .select([
      'id',
      'kind',
      'name',
      'orderSummaryName',
      'slug',
      'priceCents',
      'billingInterval',
      'isFamily',
      'isEmployeeCard',
      'isCompanyPlan',
      'copy',
      'business',
    ])
    .orderBy('id');
}

export async function findPlans(db: Db): Promise<Plan[]> {
  return (await selectPlans(db).execute()).map((row) => plan.parse(row));
}

/** Locks the catalog against other edits. Purchases can still refer to its plans. */
export async function lockPlans(trx: Trx): Promise<Plan[]> {
  return (await selectPlans(trx).forNoKeyUpdate().execute()).map((row) => plan.parse(row));
}

export async function updatePlan(
  trx: Trx,
  { id, name, orderSummaryName, priceCents, copy }: Plan,
): Promise<void> {
  await trx
    .updateTable('plans')
    .set({ name, orderSummaryName, priceCents, copy: JSON.stringify(copy) })
    .where('id', '=', id)
    .execute();
}
