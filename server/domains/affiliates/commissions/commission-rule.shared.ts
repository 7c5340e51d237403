import { percentOf } from '../../../lib/money.ts';
import { mailboxKey } from '../../../lib/readers/mailbox.ts';

export interface Earner {
  id: string;
  email: string;
  accountType: number;
  isInfluencer: boolean;
  isFriend: boolean;
  isHouse: boolean;
  /** True if commissions go to the community fund. */
  donates: boolean;
}

export interface Sale {
  referrer: Earner;
  /** The account that recruited the referrer. */
  upline: Earner | null;
  buyer: { accountId: string | null; email: string };
  /** The accounts whose own purchase it is, as staff decided. */
  decidedOwners?: readonly string[];
  payment: {
    /** The amount paid, excluding what earns no commission, such as the card fee. */
    netCents: number;
    /**
     * This payment's number among the buyer's payments above 0 for purchases that earn commissions, starting
     * at 1.
     */
    ordinal: number;
  };
  friendBonusCents: number;
  /** True if any friend already received the bonus for this buyer. */
  isFriendBonusGiven: boolean;
}

export type CommissionRule = 'influencer' | 'educator' | 'downline' | 'friend' | 'none';

/** Exactly one of the two is set: a percentage of the net amount, or a fixed bonus. */
export interface Terms {
  ratePercent: number | null;
  bonusCents: number | null;
}

export interface CommissionDraft extends Terms {
  affiliateId: string;
  rule: CommissionRule;
  baseCents: number;
  amountCents: number;
  /** Shown to the affiliate, even if the amount is 0. */
  reason: string;
}

export const DIRECT_PERCENT = 20;
export const DOWNLINE_PERCENT = 5;
/** An index contains this text, so changing it requires a migration. */
export const DONATED_REASON = 'Donated to the community fund';
export const OWN_PURCHASE_REASON = 'Own purchases don’t earn commissions';
const EDUCATOR_TYPE = 3;
const LOYALTY_TYPE = 2;
const INFLUENCER_TYPE = 1;

const createPercentTerms = (ratePercent: number): Terms => ({ ratePercent, bonusCents: null });
const createBonusTerms = (bonusCents: number): Terms => ({ ratePercent: null, bonusCents });
const NO_COMMISSION = createPercentTerms(0);

/** Returns cents. Rounds a percentage half up. Pays a bonus in full or not at all. */
export function calculateAmount({ ratePercent, bonusCents }: Terms, remainingCents: number): number {
  if (remainingCents <= 0) return 0;
  return bonusCents ?? percentOf(remainingCents, ratePercent ?? 0);
}

export function subtractRefunds(baseCents: number, refundedCents: number): number {
  return Math.max(0, baseCents - refundedCents);
}

/**
 * Calculates a commission for the referrer and, if an educator recruited the referrer, one for the educator
 * (D13). Includes commissions of 0, because affiliates see the reason. Omits the educator's on the referrer's
 * own purchase. Returns none for the house account.
 */
export function calculateCommissions(sale: Sale): CommissionDraft[] {
  const { referrer, upline, payment } = sale;
  if (referrer.isHouse) return [];
  const isOwnPurchase = isBuyer(referrer, sale);
  const drafts = [createDraft(referrer, payment.netCents, applyDirectRule(sale))];
  if (upline?.accountType === EDUCATOR_TYPE && !isOwnPurchase)
    drafts.push(createDraft(upline, payment.netCents, applyDownlineRule(sale)));
  return drafts;
}

interface RuleOutcome {
  rule: CommissionRule;
  terms: Terms;
  reason: string;
}

function createDraft(
  earner: Earner,
  netCents: number,
  { rule, terms, reason }: RuleOutcome,
): CommissionDraft {
  const baseCents = Math.max(0, netCents);
  return {
    affiliateId: earner.id,
    rule,
    ...terms,
    baseCents,
    amountCents: calculateAmount(terms, baseCents),
    reason,
  };
}

/**
 * The earner may buy with their account or, as a guest, with another spelling of its email address. Staff decide
 * about other signs (D70).
 */
function isBuyer(earner: Earner, { buyer, decidedOwners = [] }: Sale): boolean {
  return (
    earner.id === buyer.accountId ||
    mailboxKey(earner.email) === mailboxKey(buyer.email) ||
    decidedOwners.includes(earner.id)
  );
}

function chooseDirectRule({ accountType, isInfluencer, isFriend }: Earner): CommissionRule {
  if (accountType === EDUCATOR_TYPE) return 'educator';
  if (accountType === INFLUENCER_TYPE || isInfluencer) return 'influencer';
  return isFriend ? 'friend' : 'none';
}

function applyDirectRule(sale: Sale): RuleOutcome {
  const { referrer, payment } = sale;
  const rule = chooseDirectRule(referrer);
  const earnNothing = (reason: string): RuleOutcome => ({ rule, terms: NO_COMMISSION, reason });
  if (isBuyer(referrer, sale)) return earnNothing(OWN_PURCHASE_REASON);
  if (rule === 'none') {
    return earnNothing(
      referrer.accountType === LOYALTY_TYPE
        ? 'Loyalty affiliates don’t earn commissions'
        : 'Not signed up for commissions',
    );
  }
  if (referrer.donates) return earnNothing(DONATED_REASON);
  if (payment.netCents <= 0) return earnNothing('This payment doesn’t earn a commission');
  if (rule === 'educator') {
    return { rule, terms: createPercentTerms(DIRECT_PERCENT), reason: `${DIRECT_PERCENT}% of the payment` };
  }
  if (payment.ordinal > 1) return earnNothing("Only a buyer's first payment counts");
  if (rule === 'influencer') {
    return {
      rule,
      terms: createPercentTerms(DIRECT_PERCENT),
      reason: `${DIRECT_PERCENT}% of the first payment`,
    };
  }
  if (sale.isFriendBonusGiven) return earnNothing('The bonus for this person was already given');
  return { rule, terms: createBonusTerms(sale.friendBonusCents), reason: 'Bonus for a friend who joined' };
}

function applyDownlineRule(sale: Sale): RuleOutcome {
  const { upline, payment } = sale;
  const earnNothing = (reason: string): RuleOutcome => ({ rule: 'downline', terms: NO_COMMISSION, reason });
  if (upline && isBuyer(upline, sale)) return earnNothing(OWN_PURCHASE_REASON);
  if (upline?.donates) return earnNothing(DONATED_REASON);
  if (payment.netCents <= 0) return earnNothing('This payment doesn’t earn a commission');
  return {
    rule: 'downline',
    terms: createPercentTerms(DOWNLINE_PERCENT),
    reason: `${DOWNLINE_PERCENT}% of your downline's sale`,
  };
}

/** A commission line, together with all its adjustments. */
export interface BookedCommission extends Terms {
  baseCents: number;
  /** The line's amount plus the adjustments so far. */
  bookedCents: number;
}

export interface Adjustment {
  baseCents: number;
  amountCents: number;
  reason: string;
}

/**
 * Returns the adjustment that corrects a commission after refunds, disputes, and claims, or null if it is
 * already correct. `isOwnPurchase` is true once the referrer has claimed what was bought, or staff decided
 * that it is the referrer's own.
 */
export function calculateAdjustment(
  booked: BookedCommission,
  refundedCents: number,
  { isOwnPurchase, isDisputed }: { isOwnPurchase: boolean; isDisputed: boolean } = {
    isOwnPurchase: false,
    isDisputed: false,
  },
): Adjustment | null {
  const remainingCents = subtractRefunds(booked.baseCents, refundedCents);
  const dueCents = isOwnPurchase ? 0 : calculateAmount(booked, remainingCents);
  const amountCents = dueCents - booked.bookedCents;
  if (amountCents === 0) return null;
  const reason = isOwnPurchase
    ? `Taken back: ${OWN_PURCHASE_REASON.toLowerCase()}`
    : describeAdjustment(amountCents, remainingCents, isDisputed ? 'disputed' : 'refunded');
  return { baseCents: remainingCents, amountCents, reason };
}

function describeAdjustment(amountCents: number, remainingCents: number, event: string): string {
  if (amountCents > 0) return 'Restored: the payment came back';
  return remainingCents === 0
    ? `Taken back: the payment was ${event}`
    : `Taken back: part of the payment was ${event}`;
}
