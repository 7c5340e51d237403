import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SandboxControl } from '#server/sandbox/control.ts';

export interface BooksReport {
  purchases: number;
  paidCount: number;
  /**
   * Describes each purchase that doesn't have exactly one charge of the right amount, one fulfillment, one
   * payment, and one receipt, or that has missing or extra employee cards.
   */
  mismatches: string[];
  /** The number of purchase ids that Stripe has charges for and our database doesn't have. */
  strayCharges: number;
  codeUses: number;
}

export interface PurchaseCounts {
  fulfillments: number;
  payments: number;
  /** Requested receipts, or their emails if these are more. The last requests may not have run yet. */
  receipts: number;
  /** Employee cards created minus employee cards bought. */
  extraEmployees: number;
}

export const NO_COUNTS: PurchaseCounts = { fulfillments: 0, payments: 0, receipts: 0, extraEmployees: 0 };

/** Counts what each purchase created, keyed by purchase id. */
export async function countGoods(db: Db): Promise<ReadonlyMap<string, PurchaseCounts>> {
  const { rows } = await sql<PurchaseCounts & { purchaseId: string }>`
    select p.id as purchase_id, coalesce(m.rows, r.rows, 0) as fulfillments, coalesce(y.rows, 0) as payments,
      coalesce(greatest(j.requests, j.mails), 0) as receipts,
      coalesce(e.rows, 0) - coalesce(jsonb_array_length(p.cart->'employees'), 0) as extra_employees
    from purchases p
    left join (
      select s.purchase_id, count(*) as rows from subscriptions s left join memberships on s.id = subscription_id
        left join business_plans b on b.subscription_id = s.id
        left join stores on stores.business_id = b.business_id and stores.is_listed
      where memberships.plan_id not in (3, 4) or stores.id is not null group by 1
    ) m on m.purchase_id = p.id
    left join (
      select s.purchase_id, count(*) as rows from subscriptions s join memberships on s.id = subscription_id
        join company_cards on membership_id = memberships.id
      group by 1
    ) e on e.purchase_id = p.id
    left join (select membership_id::text, count(*) as rows from physical_card_requests where is_replacement group by 1
    ) r on r.membership_id = p.cart->>'membershipId'
    left join (select purchase_id, count(*) as rows from payments group by 1) y on y.purchase_id = p.id
    left join (
      select coalesce(data->>'purchaseId', data->'props'->>'purchaseNumber') as purchase_id,
        count(*) filter (where name = 'receipt') as requests, count(*) filter (where name = 'mail') as mails
      from pgboss.job where name = 'receipt' or (name = 'mail' and data->>'mail' = 'receipt') group by 1
    ) j on j.purchase_id = p.id::text`.execute(db);
  return new Map(rows.map((row) => [row.purchaseId, row]));
}

/**
 * Compares our database with Stripe. Each purchase must have one charge of the exact amount that wasn't fully
 * refunded, one receipt, and what was bought: a membership, a plan with a listed business, a company
 * membership with a card per employee, or a queued replacement card.
 */
export async function compareBooks(db: Db, sandbox: SandboxControl, code: string): Promise<BooksReport> {
  const rows = await db
    .selectFrom('purchases')
    .select(['id', 'status', 'totalCents'])
    // Skip rows that test factories created; they don't exist at Stripe.
    .where('fingerprint', 'not like', 'fingerprint-%')
    .execute();
  const charges = new Map<string, number[]>();
  for (const charge of await sandbox.charges()) {
    if (charge.refunded >= charge.amount) continue;
    const purchase = charge.metadata.purchase ?? '';
    charges.set(purchase, [...(charges.get(purchase) ?? []), charge.amount]);
  }
  const countsByPurchase = await countGoods(db);
  const mismatches = rows.flatMap(({ id, totalCents }) => {
    const { fulfillments, payments, receipts, extraEmployees } = countsByPurchase.get(id) ?? NO_COUNTS;
    const purchaseCharges = charges.get(id) ?? [];
    const isBalanced =
      fulfillments === 1 &&
      payments === 1 &&
      receipts === 1 &&
      extraEmployees === 0 &&
      purchaseCharges.length === 1 &&
      purchaseCharges[0] === totalCents;
    return isBalanced
      ? []
      : [
          `${id}: charged ${purchaseCharges}, ${fulfillments} fulfillments, ${payments} payments, ${receipts} mails, ${extraEmployees} extra employee cards`,
        ];
  });
  const purchaseIds = new Set(rows.map((row) => row.id));
  const codeUses = await db
    .selectFrom('promoHolds')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code', '=', code)
    .where('status', '=', 'consumed')
    .executeTakeFirstOrThrow();
  return {
    purchases: rows.length,
    paidCount: rows.filter((row) => row.status === 'paid').length,
    mismatches,
    strayCharges: [...charges.keys()].filter((purchase) => !purchaseIds.has(purchase)).length,
    codeUses: codeUses.uses,
  };
}
