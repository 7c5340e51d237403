import type { Db, Trx } from '#db/client.ts';
import { holderLatinName } from '../holder-name.repository.ts';
import { endedAt } from '../membership.repository.ts';
import type { CardAddress } from './physical-card.schema.ts';

const ADDRESS = ['street1', 'street2', 'city', 'state', 'zip', 'country'] as const;
const COLUMNS = [
  'physicalCardRequests.id',
  'physicalCardRequests.membershipId',
  'physicalCardRequests.recipient',
  'physicalCardRequests.email',
  'physicalCardRequests.isReplacement',
  'physicalCardRequests.requestedAt',
  'physicalCardRequests.printRunId',
  'physicalCardRequests.sentAt',
  'physicalCardRequests.returnedAt',
  'physicalCardRequests.street1',
  'physicalCardRequests.street2',
  'physicalCardRequests.city',
  'physicalCardRequests.state',
  'physicalCardRequests.zip',
  'physicalCardRequests.country',
] as const;

/** Selects requests with everything that is printed on the cards and their envelopes. */
function selectShipments(db: Db) {
  return db
    .selectFrom('physicalCardRequests')
    .innerJoin('memberships', 'memberships.id', 'physicalCardRequests.membershipId')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      ...COLUMNS,
      'memberships.number',
      'memberships.firstname',
      'memberships.lastname',
      'memberships.spouseFirstname',
      'memberships.spouseLastname',
      'memberships.spouseLatinName',
      'memberships.familyMembers',
      'memberships.familyLatinNames',
      holderLatinName.as('latinName'),
      'plans.name as planName',
      'plans.isFamily',
      'plans.isEmployeeCard',
      'plans.isCompanyPlan',
      'subscriptions.status',
      'subscriptions.providerId',
      'subscriptions.periodStart',
      'subscriptions.periodEnd as paidUntil',
      'subscriptions.expiresAt as periodEnd',
      'subscriptions.canceledAt',
      endedAt.as('endedAt'),
    ])
    .orderBy('physicalCardRequests.requestedAt')
    .orderBy('physicalCardRequests.id');
}

export async function findShipment(db: Db, id: string) {
  return selectShipments(db).where('physicalCardRequests.id', '=', id).executeTakeFirst();
}
export type ShipmentRow = NonNullable<Awaited<ReturnType<typeof findShipment>>>;

/** Returns the cards of a print run, except those that were put back into the queue. */
export async function findRunShipments(db: Db, runId: string): Promise<ShipmentRow[]> {
  return selectShipments(db).where('printRunId', '=', runId).execute();
}

/** Locks the requests that exist, in the order of their ids. */
export async function lockRequests(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('physicalCardRequests')
    .select(['id', 'membershipId', 'printRunId', 'sentAt', 'returnedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function updateRequests(
  trx: Trx,
  ids: readonly string[],
  change: {
    printRunId?: string | null;
    sentAt?: Date | null;
    returnedAt?: Date | null;
  } & Partial<CardAddress>,
): Promise<void> {
  await trx.updateTable('physicalCardRequests').set(change).where('id', 'in', ids).execute();
}

export async function findHolders(trx: Trx, ids: readonly string[]) {
  return trx
    .selectFrom('physicalCardRequests')
    .innerJoin('memberships', 'memberships.id', 'physicalCardRequests.membershipId')
    .select([
      'physicalCardRequests.id',
      'physicalCardRequests.recipient',
      'physicalCardRequests.email',
      ...ADDRESS.map((column) => `physicalCardRequests.${column}` as const),
      'memberships.number',
      'memberships.firstname',
    ])
    .where('physicalCardRequests.id', 'in', ids)
    .execute();
}

/** Returns true if another card of the membership isn't sent yet. */
export async function hasUnsentRequest(
  trx: Trx,
  { id, membershipId }: { id: string; membershipId: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('physicalCardRequests')
    .select('id')
    .where('membershipId', '=', membershipId)
    .where('id', '<>', id)
    .where('sentAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertPrintRun(
  trx: Trx,
  run: { id: string; printedAt: Date; printedBy: string | null; cards: number },
): Promise<void> {
  await trx.insertInto('cardPrintRuns').values(run).execute();
}

export async function findPrintRun(db: Db, id: string) {
  return db
    .selectFrom('cardPrintRuns')
    .select(['id', 'printedAt', 'printedBy', 'cards'])
    .where('id', '=', id)
    .executeTakeFirst();
}
