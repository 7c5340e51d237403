import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SandboxControl } from '#server/integrations/stripe/sandbox/control.ts';

export interface Books {
  purchases: number;
  paid: number;
  /** Purchases with a number of charges, deliveries, payments or receipt mails other than one. */
  wrong: string[];
  /** Charges that belong to no purchase. */
  strayCharges: number;
  codeUses: number;
}

/**
 * Holds our rows against the card network's: one charge of the exact amount, one receipt, and one membership or one
 * plan with its listed business for each.
 */
export async function compareBooks(db: Db, sandbox: SandboxControl, code: string): Promise<Books> {
  const rows = await db.selectFrom('purchases').select(['id', 'status', 'totalCents']).execute();
  const charges = new Map<string, number[]>();
  for (const charge of await sandbox.charges()) {
    if (charge.refunded >= charge.amount) continue;
    const purchase = charge.metadata.purchase ?? '';
    charges.set(purchase, [...(charges.get(purchase) ?? []), charge.amount]);
  }
  const counted = await sql<{ purchaseId: string; deliveries: number; payments: number; receipts: number }>`
    select p.id as purchase_id, coalesce(m.rows, 0) as deliveries, coalesce(y.rows, 0) as payments,
      coalesce(j.rows, 0) as receipts
    from purchases p
    left join (
      select s.purchase_id, count(*) as rows from subscriptions s left join memberships on s.id = subscription_id
        left join business_plans b on b.subscription_id = s.id
        left join stores on stores.business_id = b.business_id and stores.is_listed
      where memberships.id is not null or stores.id is not null group by 1
    ) m on m.purchase_id = p.id
    left join (select purchase_id, count(*) as rows from payments group by 1) y on y.purchase_id = p.id
    left join (select data->'props'->>'purchaseNumber' as purchase_id, count(*) as rows from pgboss.job
      where name = 'mail' and data->>'mail' = 'receipt' group by 1) j on j.purchase_id = p.id::text`.execute(
    db,
  );
  const facts = new Map(counted.rows.map((row) => [row.purchaseId, row]));
  const wrong = rows.flatMap(({ id, totalCents }) => {
    const { deliveries, payments, receipts } = facts.get(id) ?? { deliveries: 0, payments: 0, receipts: 0 };
    const charged = charges.get(id) ?? [];
    const right =
      deliveries === 1 &&
      payments === 1 &&
      receipts === 1 &&
      charged.length === 1 &&
      charged[0] === totalCents;
    return right
      ? []
      : [`${id}: charged ${charged}, ${deliveries} deliveries, ${payments} payments, ${receipts} mails`];
  });
  const known = new Set(rows.map((row) => row.id));
  const uses = await db
    .selectFrom('promoHolds')
    .select((eb) => eb.fn.countAll<number>().as('uses'))
    .where('code', '=', code)
    .where('status', '=', 'consumed')
    .executeTakeFirstOrThrow();
  return {
    purchases: rows.length,
    paid: rows.filter((row) => row.status === 'paid').length,
    wrong,
    strayCharges: [...charges.keys()].filter((purchase) => !known.has(purchase)).length,
    codeUses: uses.uses,
  };
}
