import type { Trx } from '#db/client.ts';
import type { FamilyNames } from './family.schema.ts';

export async function setPlanAndFamily(
  trx: Trx,
  subscriptionId: string,
  planId: number,
  family: FamilyNames,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({ planId, ...familyColumns(family) })
    .where('subscriptionId', '=', subscriptionId)
    .execute();
}

function familyColumns({ spouseFirstName, spouseLastName, members }: FamilyNames) {
  return {
    spouseFirstname: spouseFirstName,
    spouseLastname: spouseLastName,
    familyMembers: members.map(({ name }) => name),
  };
}

export async function setFamily(
  trx: Trx,
  { id, accountId }: { id: string; accountId: string },
  family: FamilyNames,
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set(familyColumns(family))
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .execute();
}
