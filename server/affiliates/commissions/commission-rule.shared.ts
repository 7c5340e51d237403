import { percentOf } from '../../lib/money.ts';

// Who earns which commission on a payment (D13). Pure functions, without clock or database.

export interface Earner {
  id: string;
  email: string;
  accountType: number;
  isInfluencer: boolean;
  isFriend: boolean;
  isHouse: boolean;
  /** Commissions go to the community fund. */
  donates: boolean;
}

export interface Sale {
  referrer: Earner;
  /** Who recruited the referrer. */
  upline: Earner | null;
  buyer: { accountId: string | null; email: string };
  payment: {
    /** The amount paid less what nobody earns on, such as the card fee. */
    netCents: number;
    /** 1 is the buyer's first payment for anything. */
    ordinal: number;
  };
  friendBonusCents: number;
  /** Whether a friend already got the bonus for this buyer. */
  isFriendBonusGiven: boolean;
}

export type CommissionRule = 'influencer' | 'educator' | 'downline' | 'friend' | 'none';

/** Either a share of the net amount or a fixed bonus; exactly one is set. */
export interface Terms {
  ratePercent: number | null;
  bonusCents: number | null;
}

export interface CommissionDraft extends Terms {
  affiliateId: string;
  rule: CommissionRule;
  baseCents: number;
  amountCents: number;
  /** Shown to the affiliate, also if the amount is 0. */
  reason: string;
}

export const DIRECT_PERCENT = 20;
export const DOWNLINE_PERCENT = 5;
const EDUCATOR = 3;
const LOYALTY = 2;
const INFLUENCER = 1;

const share = (ratePercent: number): Terms => ({ ratePercent, bonusCents: null });
const bonus = (bonusCents: number): Terms => ({ ratePercent: null, bonusCents });
const NOTHING = share(0);

/** A share is rounded half up. A bonus is paid in full or not at all. */
export function amountOn({ ratePercent, bonusCents }: Terms, leftCents: number): number {
  if (leftCents <= 0) return 0;
  return bonusCents ?? percentOf(leftCents, ratePercent ?? 0);
}

/** What is left of the base after refunds. */
export function leftOf(baseCents: number, refundedCents: number): number {
  return Math.max(0, baseCents - refundedCents);
}

/** One line for the referrer, and one for the educator who recruited them. Lines of 0 are included. */
export function commissionsOn(sale: Sale): CommissionDraft[] {
  const { referrer, upline, payment } = sale;
  // The house account belongs to the company.
  if (referrer.isHouse) return [];
  const isOwn = isBuyer(referrer, sale);
  const lines = [line(referrer, payment.netCents, direct(sale))];
  if (upline?.accountType === EDUCATOR && !isOwn) lines.push(line(upline, payment.netCents, downline(sale)));
  return lines;
}

interface RuleOutcome {
  rule: CommissionRule;
  terms: Terms;
  reason: string;
}

function line(earner: Earner, netCents: number, { rule, terms, reason }: RuleOutcome): CommissionDraft {
  const baseCents = Math.max(0, netCents);
  return {
    affiliateId: earner.id,
    rule,
    ...terms,
    baseCents,
    amountCents: amountOn(terms, baseCents),
    reason,
  };
}

/** Nobody earns on their own purchase, whether by account or as a guest with the same email. */
function isBuyer(earner: Earner, { buyer }: Sale): boolean {
  return earner.id === buyer.accountId || earner.email.toLowerCase() === buyer.email.toLowerCase();
}

function directRule({ accountType, isInfluencer, isFriend }: Earner): CommissionRule {
  if (accountType === EDUCATOR) return 'educator';
  if (accountType === INFLUENCER || isInfluencer) return 'influencer';
  return isFriend ? 'friend' : 'none';
}

function direct(sale: Sale): RuleOutcome {
  const { referrer, payment } = sale;
  const rule = directRule(referrer);
  const zero = (reason: string): RuleOutcome => ({ rule, terms: NOTHING, reason });
  if (isBuyer(referrer, sale)) return zero('Own purchase: nobody earns on it');
  if (rule === 'none') {
    return zero(
      referrer.accountType === LOYALTY
        ? 'Loyalty affiliates earn no commission'
        : 'Not signed up for commissions',
    );
  }
  if (referrer.donates) return zero('Donated to the community fund');
  if (payment.netCents <= 0) return zero('Nothing was paid that earns a commission');
  if (rule === 'educator') {
    return { rule, terms: share(DIRECT_PERCENT), reason: `${DIRECT_PERCENT}% of the payment` };
  }
  if (payment.ordinal > 1) return zero("Only a buyer's first payment counts");
  if (rule === 'influencer') {
    return { rule, terms: share(DIRECT_PERCENT), reason: `${DIRECT_PERCENT}% of the first payment` };
  }
  if (sale.isFriendBonusGiven) return zero('The bonus for this person was given already');
  return { rule, terms: bonus(sale.friendBonusCents), reason: 'Bonus for a friend who joined' };
}

function downline(sale: Sale): RuleOutcome {
  const { upline, payment } = sale;
  const zero = (reason: string): RuleOutcome => ({ rule: 'downline', terms: NOTHING, reason });
  if (upline && isBuyer(upline, sale)) return zero('Own purchase: nobody earns on it');
  if (upline?.donates) return zero('Donated to the community fund');
  if (payment.netCents <= 0) return zero('Nothing was paid that earns a commission');
  return {
    rule: 'downline',
    terms: share(DOWNLINE_PERCENT),
    reason: `${DOWNLINE_PERCENT}% of your downline's sale`,
  };
}

/** A recorded line with the sum of its adjustments. */
export interface BookedCommission extends Terms {
  baseCents: number;
  /** The line's amount plus its adjustments so far. */
  bookedCents: number;
}

export interface Adjustment {
  baseCents: number;
  amountCents: number;
  reason: string;
}

/** The adjustment that brings a commission to what is now due; null if it is correct. */
export function adjustmentOf(booked: BookedCommission, refundedCents: number): Adjustment | null {
  const leftCents = leftOf(booked.baseCents, refundedCents);
  const amountCents = amountOn(booked, leftCents) - booked.bookedCents;
  if (amountCents === 0) return null;
  return { baseCents: leftCents, amountCents, reason: adjustmentReason(amountCents, leftCents) };
}

function adjustmentReason(amountCents: number, leftCents: number): string {
  if (amountCents > 0) return 'Given again: the payment came back';
  return leftCents === 0 ? 'Taken back: the payment was refunded' : 'Taken back: a part was refunded';
}
