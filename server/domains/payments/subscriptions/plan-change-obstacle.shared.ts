/** The data that determines whether a subscription's plan can be changed. */
export interface ChangeableSubscription {
  status: 'active' | 'past_due' | 'unpaid' | 'canceled';
  /** Null for a free period, which ends by itself. */
  providerId: string | null;
  /** The end of the last paid period. */
  paidUntil: Date;
  /** The end of the paid period, or of staff's grant if that is later. */
  periodEnd: Date;
  canceledAt: Date | null;
  endedAt: Date | null;
}

/** Parts of the messages below, by what the subscription pays for. */
const WORDS = {
  membership: { noun: 'membership', object: 'its plan', canceled: 'Please resume it first.' },
  'business plan': { noun: 'plan', object: 'it', canceled: 'Please choose a new plan once it has ended.' },
} as const;

/** Shortly before a renewal, Stripe may already be preparing the invoice at the old price. */
const RENEWAL_MARGIN_MS = 3_600_000;

/** True if the next renewal is too close to change its price. */
export function isAboutToRenew({ paidUntil }: Pick<ChangeableSubscription, 'paidUntil'>, now: Date): boolean {
  return paidUntil.getTime() - now.getTime() < RENEWAL_MARGIN_MS;
}

/**
 * 'page' decides if the change is offered, 'press' if it is still possible when its button is pressed, and
 * 'paid' if it still is once it has been paid for, also shortly before a renewal.
 */
export type ChangeStage = 'page' | 'press' | 'paid';

/** Returns a sentence that explains why a subscription's plan can't be changed, or null if it can. */
export function findPlanChangeObstacle(
  { status, providerId, paidUntil, periodEnd, canceledAt, endedAt }: ChangeableSubscription,
  now: Date,
  subject: keyof typeof WORDS = 'membership',
  stage: ChangeStage = 'page',
): string | null {
  const { noun, object, canceled } = WORDS[subject];
  const isOverdue = status === 'past_due' || status === 'unpaid';
  if (endedAt || (!isOverdue && periodEnd <= now))
    return `This ${noun} has ended, so ${object} can’t be changed.`;
  if (isOverdue) return 'Your last payment failed. Please pay the open bill first.';
  if (!providerId) return `This free ${noun} ends on its own, so ${object} can’t be changed.`;
  // The page offered the change, so the cancellation came later.
  if (canceledAt && stage !== 'page') return `You canceled this ${noun} in another window. ${canceled}`;
  if (canceledAt) return `This ${noun} is canceled. ${canceled}`;
  if (stage !== 'paid' && isAboutToRenew({ paidUntil }, now))
    return `This ${noun} is about to renew. Please try again once it has renewed.`;
  return null;
}
