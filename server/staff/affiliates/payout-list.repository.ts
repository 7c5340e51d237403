import { type RawBuilder, sql } from 'kysely';
import { personNameOf } from '#db/tables/accounts.ts';
import { TAX_FORM_NAMES } from '../../domains/affiliates/tax-forms/tax-year.shared.ts';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';

const ID = sortBy(sql.ref('payouts.id'), 'uuid');
const IS_MONTH = /^\d{4}-\d{2}$/;

/** Selects the id of the account with exactly this email or reference code. */
const accountOf = (search: string): RawBuilder<string> =>
  sql`(select id from accounts where lower(email) = lower(${search})
    union select id from accounts where upper(reference_code) = upper(${search}) limit 1)`;

export const readPayoutRuns: ReadList = (db, request) =>
  readPage(
    db
      .selectFrom('payoutBatches')
      .select(['payoutBatches.month', 'payoutBatches.createdAt as paidAt'])
      .select(['payoutBatches.payoutCount as payouts', 'payoutBatches.totalCents as total'])
      .select((eb) =>
        eb
          .selectFrom('bankFiles')
          .innerJoin('bankFilePayments', 'bankFilePayments.bankFileId', 'bankFiles.id')
          .select(sql<number>`count(*)::int4`.as('sent'))
          .whereRef('bankFiles.batchId', '=', 'payoutBatches.id')
          .where('bankFilePayments.returnedAt', 'is', null)
          .as('sent'),
      ),
    { month: sortBy(sql.ref('payoutBatches.month'), 'text') },
    sortBy(sql.ref('payoutBatches.id'), 'uuid'),
    request,
  );

export const readPayouts: ReadList = (db, request) => {
  const { search } = request;
  let query = db
    .selectFrom('payouts')
    .innerJoin('payoutBatches', 'payoutBatches.id', 'payouts.batchId')
    .innerJoin('accounts', 'accounts.id', 'payouts.affiliateId')
    .select(['payoutBatches.month', 'payoutBatches.createdAt as paidAt', 'payouts.amountCents as amount'])
    .select(['accounts.email', 'accounts.referenceCode as code'])
    .select((eb) => [
      personNameOf('accounts').as('name'),
      eb
        .selectFrom('taxForms')
        .select(
          sql<string>`case max(kind) when 'w9' then ${sql.lit(TAX_FORM_NAMES.w9)}
            when 'w8ben' then ${sql.lit(TAX_FORM_NAMES.w8ben)} end`.as('form'),
        )
        .whereRef('taxForms.accountId', '=', 'accounts.id')
        .where('taxForms.supersededAt', 'is', null)
        .as('form'),
    ]);
  if (IS_MONTH.test(search)) query = query.where('payoutBatches.month', '=', search);
  else if (search !== '') query = query.where('payouts.affiliateId', '=', accountOf(search));
  // Payouts have time-ordered ids, so this sorts them by time.
  return readPage(query, { paidAt: ID }, ID, request);
};
