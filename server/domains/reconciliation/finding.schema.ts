import { z } from 'zod';

/** Every kind of problem that reconciliation finds. OPERATING.md explains what to do about each. */
export const findingKind = z.enum([
  'charge-without-purchase',
  'unrecorded-charge',
  'purchase-without-charge',
  'amount-differs',
  'refund-differs',
  'orphaned-subscription',
  'subscription-differs',
  'missing-goods',
  'unfinished-purchase',
  'leaked-hold',
  'missing-posting',
  'posting-differs',
]);
export type FindingKind = z.infer<typeof findingKind>;

export const finding = z.object({
  kind: findingKind,
  /**
   * The id of a purchase or of a Stripe object. `npm run purchases` accepts all of them except balance
   * transactions.
   */
  id: z.string(),
  purchaseId: z.string().nullable(),
  /** Null if the finding doesn't compare amounts. */
  stripeCents: z.int().nullable(),
  ourCents: z.int().nullable(),
});
export type Finding = z.infer<typeof finding>;

/** Explains each finding in logs, emails, and the output of commands. */
export const FINDING_TEXTS: Record<FindingKind, string> = {
  'charge-without-purchase': 'Stripe charged a card, but we don’t have a purchase for it.',
  'unrecorded-charge': 'Stripe charged for this purchase, but we haven’t recorded it.',
  'purchase-without-charge': 'We count this purchase as paid, but Stripe has no money for it.',
  'amount-differs': 'Stripe received a different amount than we recorded.',
  'refund-differs': 'Stripe returned a different amount to the buyer than we recorded.',
  'orphaned-subscription': 'Stripe has a subscription that we don’t know about.',
  'subscription-differs': 'Stripe and our records disagree on whether this subscription is active or renews.',
  'missing-goods': 'This purchase is paid, but nothing was created for it.',
  'unfinished-purchase': 'This purchase has been open for more than an hour.',
  'leaked-hold': 'A finished purchase still holds a use of its promo code.',
  'missing-posting': 'The ledger is missing a payment, refund, dispute, or fee that Stripe has.',
  'posting-differs': 'The ledger has a different amount or fee than Stripe.',
};

/** What staff should do about each finding, and the repair that does it, if there is one. */
export const FINDING_REMEDIES: Record<FindingKind, { text: string; repair: FindingRepair | null }> = {
  'charge-without-purchase': {
    text: 'Adopt a subscription. Refund anything else.',
    repair: 'adopt',
  },
  'unrecorded-charge': { text: 'Settle it.', repair: 'settle' },
  'purchase-without-charge': { text: 'Settle it. If it stays, ask a developer.', repair: 'settle' },
  'amount-differs': { text: 'Tell a developer, then correct it.', repair: 'correct' },
  'refund-differs': { text: 'Settle it.', repair: 'settle' },
  'orphaned-subscription': { text: 'Adopt it, or fail it to cancel it.', repair: 'adopt' },
  'subscription-differs': { text: 'Settle it to follow Stripe.', repair: 'settle' },
  'missing-goods': { text: 'Tell a developer, then fulfill it.', repair: 'fulfill' },
  'unfinished-purchase': { text: 'Settle it, or fail it if Stripe has nothing.', repair: 'settle' },
  'leaked-hold': { text: 'Settle it.', repair: 'settle' },
  'missing-posting': { text: 'Settle it. If it stays, ask a developer.', repair: 'settle' },
  'posting-differs': { text: 'Tell a developer, then correct it.', repair: 'correct' },
};
type FindingRepair = 'settle' | 'adopt' | 'fulfill' | 'correct';

export function createFinding(
  kind: FindingKind,
  id: string,
  { purchaseId = null, stripeCents = null, ourCents = null }: Partial<Omit<Finding, 'kind' | 'id'>> = {},
): Finding {
  return { kind, id, purchaseId, stripeCents, ourCents };
}
