import { sql } from 'kysely';
import type { Db } from '#db/client.ts';
import type { SandboxControl } from '#server/integrations/stripe-sandbox/control.ts';

export interface Books {
  purchases: number;
  paid: number;
  /** Purchases with a number of charges, deliveries, payments or receipt mails other than one, or of employees’ cards. */
  wrong: string[];
  /** Charges that belong to no purchase. */
  strayCharges: number;
  codeUses: number;
}

interface Facts {
  deliveries: number;
  payments: number;
  receipts: number;
  /** Employees' cards more, or less, than were bought. */
  employees: number;
}

const NOTHING: Facts = { deliveries: 0, payments: 0, receipts: 0, employees: 0 };

/**
 * Holds our rows against the card network's: one charge of the exact amount, one receipt, and one membership or one
 * plan with its listed business for each; for a company its membership, and a card for each employee; for a replacement a
 * card in the queue.
 */
export async function compareBooks(db: Db, sandbox: SandboxControl, code: string): Promise<Books> {
  const rows = await db
    .selectFrom('purchases')
    .select(['id', 'status', 'totalCents'])
    // What a factory wrote was never sent to the card network.
    .where('fingerprint', 'not like', 'fingerprint-%')
    .execute();
  const charges = new Map<string, number[]>();
  for (const charge of await sandbox.charges()) {
    if (charge.refunded >= charge.amount) continue;
    const purchase = charge.metadata.purchase ?? '';
    charges.set(purchase, [...(charges.get(purchase) ?? []), charge.amount]);
  }
  const counted = await sql<Facts & { purchaseId: string }>`
    select p.id as purchase_id, coalesce(m.rows, r.rows, 0) as deliveries, coalesce(y.rows, 0) as payments,
      coalesce(j.rows, 0) as receipts,
      coalesce(e.rows, 0) - coalesce(jsonb_array_length(p.cart->'employees'), 0) as employees
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
    left join (select data->'props'->>'purchaseNumber' as purchase_id, count(*) as rows from pgboss.job
      where name = 'mail' and data->>'mail' = 'receipt' group by 1) j on j.purchase_id = p.id::text`.execute(
    db,
  );
  const facts = new Map(counted.rows.map((row) => [row.purchaseId, row]));
  const wrong = rows.flatMap(({ id, totalCents }) => {
    const { deliveries, payments, receipts, employees } = facts.get(id) ?? NOTHING;
    const charged = charges.get(id) ?? [];
    const right =
      deliveries === 1 &&
      payments === 1 &&
      receipts === 1 &&
      employees === 0 &&
      charged.length === 1 &&
      charged[0] === totalCents;
    return right
      ? []
      : [
          `${id}: charged ${charged}, ${deliveries} deliveries, ${payments} payments, ${receipts} mails, ${employees} employees' cards too many`,
        ];
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
