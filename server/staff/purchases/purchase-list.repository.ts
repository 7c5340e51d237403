import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import type { PurchasesTable } from '#db/tables/checkout.ts';
import { PURCHASE_KIND_LABELS } from '../../domains/checkout/purchase/purchase.schema.ts';
import { endOfBusinessDate, startOfBusinessDate } from '../../lib/dates.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { labelOf, PURCHASE_STATES } from './purchase-list.shared.ts';

/** The sweeper finishes a purchase within half an hour, so one that is open for longer needs staff. */
export const MAX_OPEN_MS = 60 * 60_000;

const STATUSES: Readonly<Record<string, readonly PurchasesTable['status'][]>> = {
  open: ['pending', 'requires_action'],
  stuck: ['pending', 'requires_action'],
  paid: ['paid'],
  failed: ['failed'],
  refunded: ['refunded'],
};

export const readPurchases: ReadList = async (db, request) => {
  const { search, filters, now } = request;
  let query = db
    .selectFrom('purchases')
    .select([
      'purchases.createdAt as started',
      'purchases.kind',
      'purchases.status as state',
      'purchases.totalCents as total',
      'purchases.email',
      'purchases.promoCode',
      'purchases.failureMessage as reason',
    ]);
  const statuses = STATUSES[filters.state ?? ''];
  if (statuses) query = query.where('purchases.status', 'in', statuses);
  if (filters.state === 'stuck') {
    query = query.where('purchases.attemptStartedAt', '<', new Date(now.getTime() - MAX_OPEN_MS));
  }
  if (filters.kind) query = query.where('purchases.kind', '=', filters.kind);
  const isImportedFree = sql<boolean>`(purchases.kind = 'adopted-card' and purchases.total_cents = 0)`;
  const isHidden = !filters.imported && filters.kind !== 'adopted-card' && search === '';
  if (filters.imported === 'only') query = query.where(isImportedFree);
  else if (isHidden) query = query.where(sql<boolean>`not ${isImportedFree}`);
  if (filters.from) query = query.where('purchases.createdAt', '>=', startOfBusinessDate(filters.from));
  if (filters.to) query = query.where('purchases.createdAt', '<', endOfBusinessDate(filters.to));
  if (search !== '') query = query.where('purchases.id', 'in', findIds(db, search));
  const started = sortBy(sql.ref('purchases.createdAt'), 'timestamptz');
  const rows = await readPage(query, { started }, sortBy(sql.ref('purchases.id'), 'uuid'), request);
  return rows.map((row) => ({
    ...row,
    kind: labelOf(PURCHASE_KIND_LABELS, row.kind),
    state: PURCHASE_STATES[row.state],
  }));
};

/** Looks up every kind of search text in an index. */
function findIds(db: Db, search: string) {
  const purchases = db.selectFrom('purchases as found').select('found.id');
  if (z.uuid().safeParse(search).success) return purchases.where('found.id', '=', search);
  if (search.startsWith('sub_')) return purchases.where('found.providerSubscriptionId', '=', search);
  if (search.startsWith('in_') || search.startsWith('pi_')) {
    return db
      .selectFrom('payments')
      .select('payments.purchaseId as id')
      .where((eb) =>
        eb.or([eb('payments.providerInvoiceId', '=', search), eb('payments.providerPaymentId', '=', search)]),
      );
  }
  return purchases.where(sql`lower(found.email)`, '=', search.toLowerCase());
}

export const readDisputes: ReadList = (db, request) => {
  const query = db
    .selectFrom('disputes')
    .innerJoin('payments', 'payments.id', 'disputes.paymentId')
    .innerJoin('purchases', 'purchases.id', 'payments.purchaseId')
    .select([
      'disputes.openedAt as opened',
      'disputes.evidenceDueAt as dueAt',
      'disputes.amountCents as amount',
      'disputes.reason',
      'purchases.email',
      'purchases.id as purchase',
    ])
    .where('disputes.closedAt', 'is', null);
  const opened = sortBy(sql.ref('disputes.openedAt'), 'timestamptz');
  return readPage(query, { opened }, sortBy(sql.ref('disputes.id'), 'text'), request);
};
