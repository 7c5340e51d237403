import type { Db, Trx } from '#db/client.ts';
import type { LedgerAccount } from '#db/tables/ledger.ts';
import { newId } from '../../lib/ids.ts';
import type { LedgerEntry } from './entries.ts';

/**
 * Inserts entries with their postings. Skips entries that are already posted or have no amount. Returns those
 * that it inserted.
 */
export async function insertEntries(
  trx: Trx,
  entries: readonly LedgerEntry[],
): Promise<Array<Pick<LedgerEntry, 'kind' | 'sourceId'> & { id: string }>> {
  const rows = entries.flatMap(({ postings, ...entry }) => {
    const amounts = postings.filter(({ amountCents }) => amountCents !== 0);
    return amounts.length > 0 ? [{ entry: { ...entry, id: newId() }, amounts }] : [];
  });
  if (rows.length === 0) return [];
  const insertedEntries = await trx
    .insertInto('ledgerEntries')
    .values((eb) =>
      rows.map(({ entry: { paymentId, providerPaymentId = null, ...entry } }) => {
        const payment = eb.selectFrom('payments').where('payments.id', '=', paymentId);
        return {
          ...entry,
          paymentId,
          purchaseId: payment.select('purchaseId'),
          providerPaymentId: eb.fn.coalesce(payment.select('providerPaymentId'), eb.val(providerPaymentId)),
        };
      }),
    )
    .onConflict((conflict) => conflict.columns(['sourceId', 'kind']).doNothing())
    .returning(['id', 'kind', 'sourceId'])
    .execute();
  const ids = new Set(insertedEntries.map(({ id }) => id));
  const postings = rows.flatMap(({ entry, amounts }) =>
    ids.has(entry.id)
      ? amounts.map(({ account, amountCents, planId = null, affiliateId = null }) => ({
          id: newId(),
          entryId: entry.id,
          account,
          planId,
          affiliateId,
          amountCents,
        }))
      : [],
  );
  if (postings.length > 0) await trx.insertInto('ledgerPostings').values(postings).execute();
  return insertedEntries;
}

/** Finds the total of a payment's refunds and disputes that was posted before each one had its own entry. */
export async function findPastReturns(
  trx: Trx,
  providerInvoiceId: string,
): Promise<{ amountCents: number; occurredAt: Date } | undefined> {
  return trx
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select(['ledgerPostings.amountCents', 'ledgerEntries.occurredAt'])
    .where('ledgerEntries.sourceId', '=', providerInvoiceId)
    .where('ledgerEntries.kind', '=', 'returns')
    .where('ledgerPostings.account', '=', 'refunds')
    .executeTakeFirst();
}

/** Returns the ids of the refunds and disputes with these ids at Stripe that happened since then. */
export async function findReturnIds(trx: Trx, sourceIds: readonly string[], since: Date): Promise<string[]> {
  if (sourceIds.length === 0) return [];
  const rows = await trx
    .selectFrom('ledgerEntries')
    .select('id')
    .where('sourceId', 'in', sourceIds)
    .where('kind', 'in', ['refund', 'dispute'])
    .where('occurredAt', '>=', since)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the sum posted to each account for a Stripe object, in cents. Empty if nothing was posted. */
export async function sumPostings(
  db: Db,
  sourceId: string,
  kinds: readonly LedgerEntry['kind'][],
): Promise<Map<LedgerAccount, number>> {
  const rows = await db
    .selectFrom('ledgerEntries')
    .innerJoin('ledgerPostings', 'ledgerPostings.entryId', 'ledgerEntries.id')
    .select((eb) => ['account', eb.fn.sum<string>('amountCents').as('cents')])
    .where('sourceId', '=', sourceId)
    .where('kind', 'in', kinds)
    .groupBy('account')
    .execute();
  return new Map(rows.map(({ account, cents }) => [account, Number(cents)]));
}

export async function findPostedSources(
  trx: Trx,
  sourceIds: readonly string[],
): Promise<Array<Pick<LedgerEntry, 'kind' | 'sourceId'>>> {
  if (sourceIds.length === 0) return [];
  return trx
    .selectFrom('ledgerEntries')
    .select(['kind', 'sourceId'])
    .where('sourceId', 'in', sourceIds)
    .execute();
}
