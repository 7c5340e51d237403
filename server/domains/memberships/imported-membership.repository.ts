import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { ImportedMembershipsTable } from '#db/tables/memberships.ts';
import type { PersonName } from '../accounts/profile/profile.schema.ts';
import type { toFamilyColumns } from './family.schema.ts';

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

export async function findImportedMembership(db: Db, membershipId: string) {
  return db
    .selectFrom('importedMemberships')
    .select(['externalId', 'externalNumber'])
    .where('membershipId', '=', membershipId)
    .executeTakeFirst();
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

export interface ImportedChange extends PersonName, ReturnType<typeof toFamilyColumns> {
  membershipId: string;
  rowDigest: string;
  externalNumber: string | null;
  startedOn: string | null;
}

export async function updateImportedMemberships(
  trx: Trx,
  changes: readonly ImportedChange[],
  importedAt: Date,
): Promise<void> {
  if (changes.length === 0) return;
  const changeRows = sql`json_to_recordset(${JSON.stringify(changes)}::json) as change("membershipId" uuid,
    firstname text, lastname text, "latinName" text, "spouseFirstname" text, "spouseLastname" text,
    "spouseLatinName" text, "familyMembers" text[], "familyLatinNames" text[],
    "rowDigest" text, "externalNumber" text, "startedOn" date)`;
  await sql`update memberships set firstname = change.firstname, lastname = change.lastname,
      latin_name = "latinName", spouse_firstname = "spouseFirstname", spouse_lastname = "spouseLastname",
      spouse_latin_name = "spouseLatinName", family_members = "familyMembers",
      family_latin_names = "familyLatinNames"
    from ${changeRows} where id = "membershipId"`.execute(trx);
  await sql`update imported_memberships set row_digest = "rowDigest", external_number = "externalNumber",
      imported_at = ${importedAt}, started_on = coalesce("startedOn", started_on)
    from ${changeRows} where membership_id = "membershipId"`.execute(trx);
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
