import { sql } from 'kysely';
import { personNameOf } from '#db/tables/accounts.ts';
import { PURCHASE_KIND_LABELS } from '../../domains/checkout/purchase/purchase.schema.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../lib/dates.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { labelOf } from '../purchases/purchase-list.shared.ts';
import { BILLING_STATES, MEMBER_STATES } from './figure-lists.shared.ts';
import { isPastDue, isRecurring, monthlyCents, renewalCents } from './subscription-amounts.repository.ts';

const endedAt = sql<Date | null>`least(memberships.ended_at, subscriptions.ended_at)`;

/** Returns SQL for a member's state at an instant, as the overview counts it. */
const memberState = (now: Date) => sql<'active' | 'past_due' | 'ended'>`case
  when ${endedAt} <= ${now} then 'ended'
  when subscriptions.status in ('past_due', 'unpaid') then 'past_due'
  when subscriptions.expires_at <= ${now} then 'ended'
  else 'active' end`;

export const readCountedMembers: ReadList = async (db, request) => {
  const { filters, now } = request;
  let query = db
    .selectFrom('memberships')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      personNameOf('memberships').as('name'),
      'memberships.number',
      'plans.name as plan',
      memberState(now).as('state'),
      'memberships.createdAt as joined',
      sql<Date>`least(${endedAt}, subscriptions.expires_at)`.as('validUntil'),
      'subscriptions.purchaseId as purchase',
    ])
    .where('plans.isCompanyPlan', '=', false);
  if (filters.state) query = query.where(sql<boolean>`${memberState(now)} = ${filters.state}`);
  if (filters.origin === 'new' || filters.origin === 'imported') {
    const isImported = sql<boolean>`exists (select from imported_memberships where membership_id = memberships.id)`;
    query = query.where(filters.origin === 'imported' ? isImported : sql<boolean>`not ${isImported}`);
  }
  if (filters.from) query = query.where('memberships.createdAt', '>=', startOfBusinessDate(filters.from));
  if (filters.to) query = query.where('memberships.createdAt', '<', endOfBusinessDate(filters.to));
  const joined = sortBy(sql.ref('memberships.createdAt'), 'timestamptz');
  const rows = await readPage(query, { joined }, sortBy(sql.ref('memberships.id'), 'uuid'), request);
  return rows.map((row) => ({ ...row, state: MEMBER_STATES[row.state] }));
};

export const readImportedMembers: ReadList = async (db, request) => {
  const { from, to } = request.filters;
  let query = db
    .selectFrom('importedMemberships')
    .innerJoin('memberships', 'memberships.id', 'importedMemberships.membershipId')
    .innerJoin('subscriptions', 'subscriptions.id', 'memberships.subscriptionId')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      personNameOf('memberships').as('name'),
      'memberships.number',
      'plans.name as plan',
      'importedMemberships.startedOn as started',
      'importedMemberships.importedAt',
      'subscriptions.purchaseId as purchase',
    ])
    .where('importedMemberships.startedOn', 'is not', null);
  if (from) query = query.where('importedMemberships.startedOn', '>=', from);
  if (to) query = query.where('importedMemberships.startedOn', '<=', to);
  const started = sortBy(sql.ref('importedMemberships.startedOn'), 'date');
  const id = sortBy(sql.ref('importedMemberships.membershipId'), 'uuid');
  return readPage(query, { started }, id, request);
};

export const readCancellations: ReadList = (db, request) => {
  const { filters } = request;
  let query = db
    .selectFrom('subscriptions')
    .innerJoin('memberships', 'memberships.subscriptionId', 'subscriptions.id')
    .innerJoin('plans', 'plans.id', 'memberships.planId')
    .select([
      personNameOf('memberships').as('name'),
      'plans.name as plan',
      'subscriptions.canceledAt as canceled',
      'subscriptions.cancelReason as reason',
      sql<Date>`least(${endedAt}, subscriptions.expires_at)`.as('validUntil'),
      'subscriptions.purchaseId as purchase',
    ])
    .where('plans.isCompanyPlan', '=', false)
    .where('subscriptions.canceledAt', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('memberships.endedAt', 'is', null),
        eb('memberships.endedAt', '>=', eb.ref('subscriptions.canceledAt')),
      ]),
    );
  if (filters.from) query = query.where('subscriptions.canceledAt', '>=', startOfBusinessDate(filters.from));
  if (filters.to) query = query.where('subscriptions.canceledAt', '<', endOfBusinessDate(filters.to));
  const canceled = sortBy(sql.ref('subscriptions.canceledAt'), 'timestamptz');
  return readPage(query, { canceled }, sortBy(sql.ref('memberships.id'), 'uuid'), request);
};

export const readRecurring: ReadList = async (db, request) => {
  const { filters } = request;
  let query = db
    .selectFrom('subscriptions')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select([
      'purchases.email',
      'purchases.kind',
      'subscriptions.status as state',
      monthlyCents.as('monthly'),
      'subscriptions.periodEnd as renews',
      renewalCents.as('renewal'),
      'purchases.id as purchase',
    ])
    .where(isRecurring);
  const state = filters.state === 'active' || filters.state === 'past_due' ? filters.state : undefined;
  if (state) query = query.where('subscriptions.status', '=', state);
  if (filters.from) query = query.where('subscriptions.periodEnd', '>=', startOfBusinessDate(filters.from));
  if (filters.to) query = query.where('subscriptions.periodEnd', '<', endOfBusinessDate(filters.to));
  const renews = sortBy(sql.ref('subscriptions.periodEnd'), 'timestamptz');
  const rows = await readPage(query, { renews }, sortBy(sql.ref('subscriptions.id'), 'uuid'), request);
  return rows.map((row) => ({
    ...row,
    kind: labelOf(PURCHASE_KIND_LABELS, row.kind),
    state: labelOf(BILLING_STATES, row.state),
  }));
};

export const readPastDue: ReadList = async (db, request) => {
  const query = db
    .selectFrom('subscriptions')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .select([
      'purchases.email',
      'purchases.kind',
      'subscriptions.pastDueSince as since',
      'subscriptions.owedCents as owed',
      'purchases.id as purchase',
    ])
    .where(isPastDue);
  const since = sortBy(sql.ref('subscriptions.pastDueSince'), 'timestamptz');
  const rows = await readPage(query, { since }, sortBy(sql.ref('subscriptions.id'), 'uuid'), request);
  return rows.map((row) => ({ ...row, kind: labelOf(PURCHASE_KIND_LABELS, row.kind) }));
};

/**
 * The ledger entries that each figure adds up. PostgreSQL uses the index `ledger_entries_returns` only if the
 * kinds are literals.
 */
const ENTRY_KINDS = {
  revenue: sql<boolean>`ledger_entries.kind in ('payment', 'payment correction')`,
  refunds: sql<boolean>`ledger_entries.kind in ('refund', 'refund failure', 'returns', 'returns reversal')`,
  disputes: sql<boolean>`ledger_entries.kind in ('dispute')`,
};

const isFigure = (name: string | undefined): name is keyof typeof ENTRY_KINDS =>
  name !== undefined && Object.hasOwn(ENTRY_KINDS, name);

export const readMoney: ReadList = (db, request) => {
  const { filters } = request;
  const { figure, from, to } = filters;
  const hasKind = isFigure(figure)
    ? ENTRY_KINDS[figure]
    : sql<boolean>`(${sql.join(Object.values(ENTRY_KINDS), sql` or `)})`;
  let query = db
    .selectFrom('ledgerEntries')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('ledgerPostings')
          .select([
            sql<number>`-coalesce(sum(amount_cents) filter (where account in ('revenue', 'discounts')), 0)`.as(
              'revenue',
            ),
            sql<number>`coalesce(sum(amount_cents) filter (where account = 'refunds'), 0)`.as('refunds'),
            sql<number>`coalesce(sum(amount_cents) filter (where account = 'disputes'), 0)`.as('disputes'),
          ])
          .whereRef('ledgerPostings.entryId', '=', 'ledgerEntries.id')
          .as('sums'),
      (join) => join.onTrue(),
    )
    .select([
      'ledgerEntries.occurredAt as at',
      'ledgerEntries.kind',
      'sums.revenue',
      'sums.refunds',
      'sums.disputes',
      'ledgerEntries.purchaseId as purchase',
    ])
    .where(hasKind);
  if (from) query = query.where('ledgerEntries.occurredAt', '>=', startOfBusinessDate(from));
  if (to) query = query.where('ledgerEntries.occurredAt', '<', endOfBusinessDate(to));
  const at = sortBy(sql.ref('ledgerEntries.occurredAt'), 'timestamptz');
  return readPage(query, { at }, sortBy(sql.ref('ledgerEntries.id'), 'uuid'), request);
};
