import { type Db, inTransaction } from '#db/client.ts';
import { addMonths } from '../../../../lib/dates.ts';
import { AppError } from '../../../../lib/errors.ts';
import { newId } from '../../../../lib/ids.ts';
import { formatMembershipNumber } from '../../../../lib/membership-number.ts';
import type { Deps } from '../../../../platform/deps.ts';
import { recordAudit } from '../../../../platform/monitoring/audit.service.ts';
import { getAccountByEmail, getEmailKey } from '../../../accounts/account.service.ts';
import type { Plan } from '../../../catalog/plan.schema.ts';
import { requirePlan } from '../../../catalog/plan.service.ts';
import type { Quote } from '../../../catalog/quote.schema.ts';
import { openSubscription } from '../../../payments/subscriptions/subscription.service.ts';
import { computeFingerprint } from '../../purchase/fingerprint.ts';
import { insertPurchase, updateLockedPurchase } from '../../purchase/purchase.repository.ts';
import { grantedCardKind } from './granted-card.kind.ts';
import { countPurchases } from './granted-card.repository.ts';
import type { GrantMembershipInput } from './granted-card.schema.ts';

type Account = Awaited<ReturnType<typeof getAccountByEmail>>;

export interface PlannedGrant {
  plan: Plan;
  /** The account that gets the membership. Undefined if nobody has registered with the address. */
  account: Account | undefined;
  endsAt: Date;
  buyerKey: string;
  /** How many memberships staff have given to this address. */
  earlierGrants: number;
}

/** Plans a grant without making it. Throws PLAN_NOT_FOUND unless the plan is a consumer plan. */
export async function planGrant(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { email, plan, months }: GrantMembershipInput,
): Promise<PlannedGrant> {
  const buyerKey = `granted:${getEmailKey(email)}`;
  return {
    plan: await requirePlan(db, plan, 'consumer'),
    account: await findAccount(db, email),
    endsAt: addMonths(now(), months),
    buyerKey,
    earlierGrants: await countPurchases(db, buyerKey),
  };
}

async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  try {
    return await getAccountByEmail(db, email);
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

/**
 * Gives a person a free membership, which doesn't renew. It is stored as a purchase with a total of 0, so it
 * has a receipt. A person without an account gets a link to claim it. Throws CHANGED_SINCE if the address has
 * received another grant since `earlierGrants` was read, even from a concurrent call.
 */
export async function grantMembership(
  deps: Deps,
  input: GrantMembershipInput,
  { actorId, reason, earlierGrants }: { actorId: string; reason: string; earlierGrants: number },
): Promise<{ membershipId: string; number: string; endsAt: Date }> {
  const { plan, account, endsAt, buyerKey } = await planGrant(deps, input);
  const { firstname, lastname, latinName, months } = input;
  const cart = { plan: plan.id, months, firstname, lastname, latinName };
  const email = account?.email ?? input.email;
  const now = deps.now();
  return inTransaction(deps.db, async (trx) => {
    const purchase = await insertPurchase(trx, {
      id: newId(),
      kind: 'granted-card',
      accountId: account?.id ?? null,
      buyerKey,
      idempotencyKey: `grant ${earlierGrants + 1}`,
      fingerprint: computeFingerprint(cart),
      cart,
      quote: toFreeQuote(plan),
      promoCode: null,
      email,
      referrerId: null,
      providerCustomerId: null,
      isConfirmable: false,
      isOffSession: false,
    });
    if (!purchase) throw new AppError('CHANGED_SINCE');
    const period = { accountId: purchase.accountId, providerId: null, periodStart: now, periodEnd: endsAt };
    const subscriptionId = await openSubscription(trx, { purchaseId: purchase.id, ...period });
    const subscription = { id: subscriptionId, providerId: null, periodEnd: endsAt };
    const fulfillment = await grantedCardKind.fulfill(deps, trx, purchase, { now, subscription });
    const { membershipId, membershipNumber } = fulfillment;
    if (!membershipId || !membershipNumber) throw new Error('No membership was made');
    await updateLockedPurchase(trx, purchase.id, { status: 'paid', settledAt: now });
    await recordAudit(trx, {
      actorId,
      action: 'membership.grant',
      subject: `membership:${membershipId}`,
      reason,
      at: now,
      change: { before: null, after: `${plan.name} until ${endsAt.toISOString()}` },
    });
    await deps.jobs.enqueue(trx, 'mail', {
      mail: 'membership-granted',
      to: email,
      props: {
        firstname,
        planName: plan.name,
        number: formatMembershipNumber(membershipNumber),
        endsOn: endsAt.toISOString(),
        claimUrl: account ? null : { kind: 'claim', id: membershipId },
      },
    });
    return { membershipId, number: membershipNumber, endsAt };
  });
}

function toFreeQuote({ id: planId, orderSummaryName: description }: Plan): Quote {
  return {
    lines: [
      {
        planId,
        description,
        quantity: 1,
        unitCents: 0,
        amountCents: 0,
        recurring: true,
        commissionable: false,
      },
    ],
    subtotalCents: 0,
    discountCents: 0,
    totalCents: 0,
    recurringCents: 0,
    discountedRecurringCents: 0,
    interval: 'once',
    promo: null,
    free: true,
  };
}
