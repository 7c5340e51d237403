import type { Trx } from '#db/client.ts';
import { type FamilyNames, toFamilyColumns } from './family.schema.ts';

export async function setPlanAndFamily(
  trx: Trx,
  subscriptionId: string,
  planId: number,
  family: FamilyNames,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ planId, ...toFamilyColumns(family) })
    .where('subscriptionId', '=', subscriptionId)
    .execute();
}

export async function setFamily(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
  family: FamilyNames,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set(toFamilyColumns(family))
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .execute();
}
