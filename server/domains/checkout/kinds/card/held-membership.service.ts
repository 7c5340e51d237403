import { formatDateInWords } from '../../../../lib/dates.ts';
import { AppError, errorSentence } from '../../../../lib/errors.ts';
import type { Context } from '../../../../platform/context.ts';
import { isOverdue, type OwnMembership } from '../../../memberships/membership.schema.ts';
import {
  describeMembership,
  findHeldMembership,
  listOwnMemberships,
  requireOwnMembership,
} from '../../../memberships/membership.service.ts';
import {
  describeNextPlan,
  priceMembershipPlans,
  priceUpgrade,
} from '../../plan-change/plan-change-price.service.ts';
import { listBuyerKeys } from '../../purchase/buyer.ts';
import type { HeldMembership } from './held-membership.schema.ts';

type Caller = Pick<Context, 'account' | 'existingGuestKey' | 'deps'>;

/** Throws PLAN_ALREADY_HELD if the buyer should first be asked whether to buy a separate membership. */
export async function requireNoMembership(ctx: Caller, planId: number): Promise<void> {
  const held = await findHeld(ctx, planId);
  if (held) throw new AppError('PLAN_ALREADY_HELD', { message: held.sentence });
}

/** Returns what the buyer already has, and what changing it to the chosen plan costs (D71). */
export async function describeHeld(ctx: Caller, planId: number): Promise<HeldMembership | null> {
  const held = await findHeld(ctx, planId);
  if (!held) return null;
  const { accountId, isChangeable, ...description } = held;
  const change = accountId && isChangeable ? await priceChange(ctx, accountId, held.number) : null;
  return { ...description, change };
}

interface Held extends Omit<HeldMembership, 'change'> {
  /** Null for a guest. */
  accountId: string | null;
  isChangeable: boolean;
}

async function findHeld(ctx: Caller, planId: number): Promise<Held | null> {
  const { deps, account } = ctx;
  const now = deps.now();
  const own = account ? await listOwnMemberships(deps.db, account.id, now) : [];
  const current = own.filter(({ isCurrent, isCompanyPlan }) => isCurrent && !isCompanyPlan);
  const membership =
    current.find(({ plan }) => plan === planId) ??
    current.find((candidate) => findObstacle(candidate) === null) ??
    current[0];
  if (account && membership) {
    const isSamePlan = membership.plan === planId;
    const obstacle = isSamePlan ? findDefect(membership) : findObstacle(membership);
    return {
      number: membership.number,
      sentence: nameMembership(membership),
      obstacle,
      accountId: account.id,
      isChangeable: !isSamePlan && obstacle === null,
    };
  }
  // The browser's cookie recognizes a guest, but an email address never does: that would disclose a purchase
  // (D54).
  const buyer = { accountId: null, buyerKeys: listBuyerKeys(ctx), planId };
  const bought = await findHeldMembership(deps.db, buyer, now);
  if (!bought) return null;
  const sentence = nameMembership(describeMembership(bought, 'guest', now));
  return { number: bought.number, sentence, obstacle: null, accountId: null, isChangeable: false };
}

function nameMembership(membership: Pick<OwnMembership, 'planName' | 'state' | 'periodEnd'>): string {
  const article = /^[AEIOU]/.test(membership.planName) ? 'an' : 'a';
  const validity = isOverdue(membership.state)
    ? ''
    : `, valid until ${formatDateInWords(membership.periodEnd)}`;
  return `You already have ${article} ${membership.planName} membership${validity}.`;
}

/** Explains what is wrong with a membership that the buyer is about to buy a second time. */
function findDefect({ state, canceled, planChange }: OwnMembership): string | null {
  return isOverdue(state) || canceled ? (planChange?.obstacle ?? null) : null;
}

/** Explains why a membership can't be changed to the other plan. Null if it can. */
function findObstacle({ isEmployeeCard, planChange }: OwnMembership): string | null {
  if (isEmployeeCard) return 'Your company pays for it, so you can’t change its plan.';
  if (!planChange) return errorSentence('PLAN_UNCHANGEABLE');
  const { planName, scheduledFor, obstacle } = planChange;
  if (obstacle === null && scheduledFor)
    return `It changes to ${planName} on ${formatDateInWords(scheduledFor)}.`;
  return obstacle;
}

async function priceChange({ deps }: Caller, accountId: string, number: string) {
  const membership = await requireOwnMembership(deps.db, accountId, number);
  const pricedPlans = await priceMembershipPlans(deps.db, membership);
  const isUpgrade = pricedPlans.otherPlan.isFamily;
  return {
    ...describeNextPlan(pricedPlans),
    todayCents: isUpgrade ? priceUpgrade(pricedPlans, deps.now()).totalCents : null,
  };
}
