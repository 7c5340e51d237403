import type { Insertable } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { ImportedMembershipsTable } from '#db/tables/memberships.ts';
import type { FamilyNames } from './family.schema.ts';

export async function insertImportedMemberships(
  trx: Trx,
  rows: ReadonlyArray<Insertable<ImportedMembershipsTable>>,
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('importedMemberships').values(rows).execute();
}

function selectStandings(db: Db) {
  return db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      'memberships.id',
      'memberships.number',
      'memberships.accountId',
      'memberships.planId',
      'memberships.subscriptionId',
      'plans.name as planName',
      'plans.isEmployeeCard',
      'plans.isCompanyPlan',
      'subscriptions.status',
      'subscriptions.providerId',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
    ])
    .select(({ fn }) =>
      fn<Date | null>('least', ['memberships.endedAt', 'subscriptions.endedAt']).as('endedAt'),
    );
}

/** Returns the memberships that were imported under these keys, even if their owner deleted the account. */
export async function findImportedMemberships(db: Db, keys: readonly string[]) {
  if (keys.length === 0) return [];
  return selectStandings(db)
    .innerJoin('importedMemberships', 'importedMemberships.membershipId', 'memberships.id')
    .innerJoin('accounts', 'accounts.id', 'memberships.accountId')
    .select([
      'importedMemberships.key',
      'importedMemberships.rowDigest',
      'importedMemberships.invitedAt',
      'accounts.id as ownerId',
      'accounts.email',
      'accounts.deletedAt',
    ])
    .where('importedMemberships.key', 'in', keys)
    .execute();
}

export async function findMembershipsOfAccounts(db: Db, accountIds: readonly string[]) {
  if (accountIds.length === 0) return [];
  return selectStandings(db).where('memberships.accountId', 'in', accountIds).execute();
}

export async function updateImportedMembership(
  trx: Trx,
  membershipId: string,
  {
    firstname,
    lastname,
    family,
    rowDigest,
    externalNumber,
    importedAt,
  }: {
    firstname: string;
    lastname: string;
    family: FamilyNames;
    rowDigest: string;
    externalNumber: string | null;
    importedAt: Date;
  },
): Promise<void> {
  await trx
    .updateTable('memberships')
    .set({
      firstname,
      lastname,
      spouseFirstname: family.spouseFirstName,
      spouseLastname: family.spouseLastName,
      familyMembers: family.members.map(({ name }) => name),
    })
    .where('id', '=', membershipId)
    .execute();
  await trx
    .updateTable('importedMemberships')
    .set({ rowDigest, externalNumber, importedAt })
    .where('membershipId', '=', membershipId)
    .execute();
}

export async function setMembersInvited(
  trx: Trx,
  membershipIds: readonly string[],
  invitedAt: Date,
): Promise<void> {
  if (membershipIds.length === 0) return;
  await trx
    .updateTable('importedMemberships')
    .set({ invitedAt })
    .where('membershipId', 'in', membershipIds)
    .execute();
}
