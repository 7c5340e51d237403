import type { Db } from '#db/client.ts';
import { type Plan, plan } from './plan.schema.ts';

export async function findPlans(db: Db): Promise<Plan[]> {
  const rows = await db
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
    .orderBy('id')
    .execute();
  return rows.map((row) => plan.parse(row));
}
