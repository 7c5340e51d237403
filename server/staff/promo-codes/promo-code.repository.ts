import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PromoCodeTotals } from './promo-code.schema.ts';

/** Adds up the uses and payments of a code. Reads only the purchases that used it. */
export async function sumPromoCode(db: Db, code: string): Promise<PromoCodeTotals> {
  const { rows } = await sql<PromoCodeTotals>`
    with uses as materialized (select purchase_id, status from promo_holds where code = ${code})
    select
      (select count(*) from uses where status = 'consumed') as used,
      (select count(*) from uses where status = 'held') as reserved,
      (select count(*) from uses where status = 'released') as released,
      (select coalesce(sum(amount_cents), 0) from uses
        join payments on payments.purchase_id = uses.purchase_id) as "paidCents",
      (select coalesce(sum(refunded_cents), 0) from uses
        join payments on payments.purchase_id = uses.purchase_id) as "refundedCents",
      (select coalesce(sum(ledger_postings.amount_cents), 0) from uses
        join ledger_entries on ledger_entries.purchase_id = uses.purchase_id and ledger_entries.kind = 'payment'
        join ledger_postings on ledger_postings.entry_id = ledger_entries.id and account = 'discounts'
      ) as "discountCents"`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('The sums have no row');
  return {
    used: Number(row.used),
    reserved: Number(row.reserved),
    released: Number(row.released),
    paidCents: Number(row.paidCents),
    refundedCents: Number(row.refundedCents),
    discountCents: Number(row.discountCents),
  };
}
