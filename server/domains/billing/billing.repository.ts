import type { Selectable } from 'kysely';
import type { Db } from '#db/client.ts';
import type { PlansTable } from '#db/tables/catalog.ts';
import type { SubscriptionsTable } from '#db/tables/payments.ts';

export interface StoredBilling
  extends Pick<
    Selectable<SubscriptionsTable>,
    | 'id'
    | 'accountId'
    | 'providerId'
    | 'status'
    | 'periodEnd'
    | 'canceledAt'
    | 'pastDueSince'
    | 'owedCents'
    | 'cardBrand'
    | 'cardLast4'
    | 'cardExpiresAt'
  > {
  providerCustomerId: string | null;
  planName: string;
  planKind: PlansTable['kind'];
}

/**
 * Selects the running subscriptions at Stripe, each with the plan that it pays for. A company's subscription
 * has many memberships, and the oldest is the company's own plan. `cardBrand` and `cardLast4` come from the
 * purchase while the subscription's card is unknown.
 */
function selectBilled(db: Db) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.purchaseId')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('memberships')
          .select('memberships.planId')
          .whereRef('memberships.subscriptionId', '=', 'subscriptions.id')
          .orderBy('memberships.createdAt')
          .orderBy('memberships.id')
          .limit(1)
          .as('membership'),
      (join) => join.onTrue(),
    )
    .leftJoin('businessPlans', 'businessPlans.subscriptionId', 'subscriptions.id')
    .innerJoin('plans', (join) =>
      join.on((eb) => eb('plans.id', '=', eb.fn.coalesce('membership.planId', 'businessPlans.planId'))),
    )
    .select((eb) => [
      'subscriptions.id',
      'subscriptions.accountId',
      'subscriptions.providerId',
      'subscriptions.status',
      'subscriptions.periodEnd',
      'subscriptions.canceledAt',
      'subscriptions.pastDueSince',
      'subscriptions.owedCents',
      eb.fn.coalesce('subscriptions.cardBrand', 'purchases.cardBrand').as('cardBrand'),
      eb.fn.coalesce('subscriptions.cardLast4', 'purchases.cardLast4').as('cardLast4'),
      'subscriptions.cardExpiresAt',
      'purchases.providerCustomerId',
      'plans.name as planName',
      'plans.kind as planKind',
    ])
    .where('subscriptions.providerId', 'is not', null)
    .where('subscriptions.endedAt', 'is', null);
}

/**
 * Returns the running subscriptions that an account pays for, including canceled ones, ordered by the end of
 * their period.
 */
export async function findBilledByAccount(db: Db, accountId: string): Promise<StoredBilling[]> {
  return selectBilled(db)
    .where('subscriptions.accountId', '=', accountId)
    .orderBy('subscriptions.periodEnd')
    .orderBy('subscriptions.id')
    .execute();
}

/** Returns an ended subscription of an account. */
export async function findEnd(db: Db, { id, accountId }: { id: string; accountId: string }) {
  return db
    .selectFrom('subscriptions')
    .select('periodEnd')
    .where('id', '=', id)
    .where('accountId', '=', accountId)
    .where('endedAt', 'is not', null)
    .executeTakeFirst();
}

/** Finds the subscription of any payer. Callers must check what the viewer may see. */
export async function findBilled(db: Db, id: string): Promise<StoredBilling | undefined> {
  return selectBilled(db).where('subscriptions.id', '=', id).executeTakeFirst();
}
