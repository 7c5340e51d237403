import { type Insertable, sql } from 'kysely';
import type { Db, Trx } from '#db/client.ts';
import type { CompanyCardsTable } from '#db/tables/memberships.ts';

export async function insertCompanyCards(
  trx: Trx,
  cards: ReadonlyArray<Insertable<CompanyCardsTable>>,
): Promise<void> {
  if (cards.length > 0) await trx.insertInto('companyCards').values(cards).execute();
}

/** Selects all cards on one of the account's subscriptions, including those that have ended. */
function selectAllCards(db: Db, accountId: string, subscriptionId: string) {
  return db
    .selectFrom('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .innerJoin('memberships', 'memberships.id', 'companyCards.membershipId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .where('companies.accountId', '=', accountId)
    .where('memberships.subscriptionId', '=', subscriptionId);
}

type CardQuery = ReturnType<typeof selectAllCards>;

/**
 * Excludes replaced and refunded cards. Also excludes cards that the company removed, once their last period
 * is over.
 */
function selectCards(db: Db, accountId: string, subscriptionId: string, now: Date): CardQuery {
  return selectAllCards(db, accountId, subscriptionId).where((eb) =>
    eb.or([eb('memberships.endedAt', 'is', null), eb('memberships.endedAt', '>', now)]),
  );
}

interface StoredSeats {
  planId: number;
  isFamily: boolean;
  yearlyCents: number;
  quantity: number;
}

/** Returns the cards that work now. */
export async function findSeats(
  db: Db,
  accountId: string,
  subscriptionId: string,
  now: Date,
): Promise<StoredSeats[]> {
  return groupSeats(selectCards(db, accountId, subscriptionId, now));
}

/** Returns the cards that the next renewal charges. */
export async function findRenewingSeats(
  db: Db,
  accountId: string,
  subscriptionId: string,
): Promise<StoredSeats[]> {
  return groupSeats(selectAllCards(db, accountId, subscriptionId).where('memberships.endedAt', 'is', null));
}

async function groupSeats(cards: CardQuery): Promise<StoredSeats[]> {
  const rows = await cards
    .select((eb) => [
      'memberships.planId',
      'plans.isFamily',
      'companyCards.yearlyCents',
      eb.fn.countAll<string>().as('quantity'),
    ])
    .groupBy(['memberships.planId', 'plans.isFamily', 'companyCards.yearlyCents'])
    .orderBy('memberships.planId')
    .orderBy('companyCards.yearlyCents')
    .execute();
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity) }));
}

/** Returns the people whose cards the next renewal charges. */
export async function findCardPeople(db: Db, accountId: string, subscriptionId: string) {
  return selectAllCards(db, accountId, subscriptionId)
    .where('memberships.endedAt', 'is', null)
    .select(['memberships.firstname', 'memberships.lastname', 'companyCards.phone', 'companyCards.email'])
    .execute();
}

const CARD_COLUMNS = [
  'memberships.id',
  'memberships.number',
  'memberships.planId',
  'plans.name as planName',
  'plans.isFamily',
  'memberships.firstname',
  'memberships.lastname',
  'memberships.spouseFirstname',
  'memberships.spouseLastname',
  'memberships.familyMembers',
  'memberships.accountId as holderId',
  'memberships.claimedAt',
  'companyCards.email',
  'companyCards.phone',
  'companyCards.street1',
  'companyCards.street2',
  'companyCards.city',
  'companyCards.state',
  'companyCards.zip',
  'companyCards.country',
  'companyCards.invitedAt',
  'companyCards.endsAt',
] as const;

/** Returns a pattern for LIKE that matches any text containing `search`. */
function toLikePattern(search: string): string {
  return `%${search.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
}

/** Oldest first. `count` includes the cards on other pages. */
export async function findCards(
  db: Db,
  accountId: string,
  subscriptionId: string,
  { search, limit, offset, now }: { search: string | null; limit: number; offset: number; now: Date },
) {
  // Stored numbers have no hyphens, but the search term may.
  const number = search?.replace(/[\s-]/g, '') ?? '';
  const matchingCards = selectCards(db, accountId, subscriptionId, now).$if(search !== null, (query) =>
    query.where((eb) =>
      eb.or([
        eb(sql`concat(firstname, ' ', lastname)`, 'ilike', toLikePattern(search ?? '')),
        eb('companyCards.email', 'ilike', toLikePattern(search ?? '')),
        ...(number ? [eb('memberships.number', 'ilike', toLikePattern(number))] : []),
      ]),
    ),
  );
  const { count } = await matchingCards
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await matchingCards
    .select(CARD_COLUMNS)
    .orderBy('memberships.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { count: Number(count), rows };
}
export type CardRow = Awaited<ReturnType<typeof findCards>>['rows'][number];

/** Returns the cards that follow the id `after`, oldest first. */
export async function findCardsAfter(
  db: Db,
  accountId: string,
  subscriptionId: string,
  { after, limit, now }: { after: string | undefined; limit: number; now: Date },
): Promise<CardRow[]> {
  return selectCards(db, accountId, subscriptionId, now)
    .select(CARD_COLUMNS)
    .$if(after !== undefined, (query) => query.where('memberships.id', '>', after ?? ''))
    .orderBy('memberships.id')
    .limit(limit)
    .execute();
}

/**
 * Ends an employee's card on the account's plan. Returns undefined if the account has no such card or it has
 * already ended.
 */
export async function endCard(
  trx: Trx,
  {
    accountId,
    membershipId,
    subscriptionId,
    now,
  }: { accountId: string; membershipId: string; subscriptionId: string; now: Date },
) {
  return trx
    .updateTable('memberships')
    .set({ endedAt: now })
    .from('companyCards')
    .innerJoin('companies', 'companies.id', 'companyCards.companyId')
    .whereRef('companyCards.membershipId', '=', 'memberships.id')
    .where('memberships.id', '=', membershipId)
    .where('memberships.endedAt', 'is', null)
    .where('memberships.subscriptionId', '=', subscriptionId)
    .where('companies.accountId', '=', accountId)
    .returning(['memberships.planId', 'companyCards.yearlyCents', 'companyCards.purchaseId'])
    .executeTakeFirst();
}

/**
 * Marks a purchase's cards as returned, except those that have already ended. Returns the ids of the marked
 * cards.
 */
export async function markReturned(trx: Trx, purchaseId: string, returnedAt: Date): Promise<string[]> {
  const rows = await trx
    .updateTable('companyCards')
    .set({ returnedAt })
    .from('memberships')
    .whereRef('memberships.id', '=', 'companyCards.membershipId')
    .where('companyCards.purchaseId', '=', purchaseId)
    .where((eb) => eb.or([eb('memberships.endedAt', 'is', null), eb('memberships.endedAt', '>', returnedAt)]))
    .returning('companyCards.membershipId')
    .execute();
  return rows.map(({ membershipId }) => membershipId);
}

/** Returns the ids of the cards that were marked. */
export async function unmarkReturned(trx: Trx, purchaseId: string): Promise<string[]> {
  const rows = await trx
    .updateTable('companyCards')
    .set({ returnedAt: null })
    .where('purchaseId', '=', purchaseId)
    .where('returnedAt', 'is not', null)
    .returning('membershipId')
    .execute();
  return rows.map(({ membershipId }) => membershipId);
}

/**
 * Ends cards at `endedAt`. With null, the cards work again, but a card that the company removed still ends
 * when its removal takes effect.
 */
export async function setEndedAt(
  trx: Trx,
  membershipIds: readonly string[],
  endedAt: Date | null,
): Promise<void> {
  if (membershipIds.length === 0) return;
  await trx
    .updateTable('memberships')
    .from('companyCards')
    .set((eb) => ({ endedAt: endedAt ?? eb.ref('companyCards.endsAt') }))
    .whereRef('companyCards.membershipId', '=', 'memberships.id')
    .where('memberships.id', 'in', membershipIds)
    .execute();
}
