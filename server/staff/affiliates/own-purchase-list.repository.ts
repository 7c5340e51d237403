import { sql } from 'kysely';
import { type ReadList, readPage, sortBy } from '../kit/list.repository.ts';
import { OWN_PURCHASE_ANSWERS } from './affiliate-lists.shared.ts';

const REASONS: Readonly<Record<string, string>> = {
  mailbox: 'same account or mailbox',
  card: 'same payment card',
  digits: 'a card with the same last digits',
  address: 'same address',
  surname: 'same last name',
};

const FOUND = sortBy(sql.ref('suspected.foundAt'), 'timestamptz');
const ID = sortBy(sql.ref('suspected.id'), 'uuid');

/** Lists the purchases that staff haven't decided about, or those with one of the two answers. */
export const readOwnPurchases: ReadList = async (db, request) => {
  const { state } = request.filters;
  // Subqueries, so that only the rows on the page are added up.
  const sum = (condition = sql``) => sql<number>`(select coalesce(sum(line.amount_cents), 0)
    from commissions as line join payments on payments.id = line.payment_id
    left join payout_lines on payout_lines.commission_id = line.id
    where payments.purchase_id = purchases.id
      and suspected.affiliate_id in (line.affiliate_id, purchases.referrer_id) ${condition})`;
  let query = db
    .selectFrom('suspectedOwnPurchases as suspected')
    .innerJoin('purchases', 'purchases.id', 'suspected.purchaseId')
    .innerJoin('accounts', 'accounts.id', 'suspected.affiliateId')
    .leftJoin('accounts as buyers', 'buyers.id', 'purchases.accountId')
    .select(['suspected.reasons', 'suspected.foundAt as found', 'suspected.isOwn'])
    .select([
      sql<string>`concat(accounts.firstname, ' ', accounts.lastname, ', ', accounts.email)`.as('affiliate'),
      sql<string>`concat(coalesce(purchases.cart->>'firstname', buyers.firstname), ' ',
        coalesce(purchases.cart->>'lastname', buyers.lastname), ', ', purchases.email)`.as('buyer'),
      sum().as('earned'),
      sum(sql`and payout_lines.payout_id is not null`).as('paid'),
    ]);
  query =
    state === undefined
      ? query.where('suspected.decidedAt', 'is', null)
      : query.where('suspected.isOwn', '=', state === 'own');
  const rows = await readPage(query, { found: FOUND }, ID, request);
  return rows.map(({ isOwn, reasons, earned, paid, ...row }) => ({
    ...row,
    reasons: reasons.map((reason) => REASONS[reason] ?? reason).join(', '),
    earned: Number(earned),
    paid: Number(paid),
    answer: isOwn === null ? null : OWN_PURCHASE_ANSWERS[isOwn ? 'own' : 'other'],
  }));
};
