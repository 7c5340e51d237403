import { percentOf } from '../lib/money.ts';

// Who earns what on a payment (DESIGN D13). Pure: no clock, no database.

/** An account as the rules see it. */
export interface Earner {
  id: string;
  email: string;
  accountType: number;
  isInfluencer: boolean;
  isFriend: boolean;
  isHouse: boolean;
  /** What it earns goes to the community fund. */
  donates: boolean;
}

export interface Sale {
  referrer: Earner;
  /** Who brought the referrer in. */
  upline: Earner | null;
  buyer: { accountId: string | null; email: string };
  payment: {
    /** What was paid less the card fee, in cents. */
    netCents: number;
    /** 1 is the first that this buyer ever paid, whatever was bought. */
    ordinal: number;
  };
  friendBonusCents: number;
  /** Whether somebody had the bonus for this buyer already. */
  isFriendBonusGiven: boolean;
}

export type CommissionRule = 'influencer' | 'educator' | 'downline' | 'friend' | 'none';

/** A share of the net amount, or a fixed bonus: exactly one of them is set. */
export interface Terms {
  ratePercent: number | null;
  bonusCents: number | null;
}

export interface CommissionDraft extends Terms {
  affiliateId: string;
  rule: CommissionRule;
  baseCents: number;
  amountCents: number;
  /** In words for the affiliate, also where the amount is 0. */
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

/** What the terms give on what is left of a payment's net amount: half up; a bonus whole, or not at all. */
export function amountOn({ ratePercent, bonusCents }: Terms, leftCents: number): number {
  if (leftCents <= 0) return 0;
  return bonusCents ?? percentOf(leftCents, ratePercent ?? 0);
}

/** What is left of the base when so much was given back or is held back. */
export function leftOf(baseCents: number, refundedCents: number): number {
  return Math.max(0, baseCents - refundedCents);
}

/** The lines of one payment: the referrer's, and an educator's who brought the referrer in. Also lines of 0. */
export function commissionsOn(sale: Sale): CommissionDraft[] {
  const { referrer, upline, payment } = sale;
  // It belongs to the company: there is nobody to tell.
  if (referrer.isHouse) return [];
  const isOwn = isBuyer(referrer, sale);
  const lines = [line(referrer, payment.netCents, direct(sale))];
  if (upline?.accountType === EDUCATOR && !isOwn) lines.push(line(upline, payment.netCents, downline(sale)));
  return lines;
}

interface Verdict {
  rule: CommissionRule;
  terms: Terms;
  reason: string;
}

function line(earner: Earner, netCents: number, { rule, terms, reason }: Verdict): CommissionDraft {
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

/** Nobody earns on a purchase of their own: by account, or as a guest under the same address. */
function isBuyer(earner: Earner, { buyer }: Sale): boolean {
  return earner.id === buyer.accountId || earner.email.toLowerCase() === buyer.email.toLowerCase();
}

function directRule({ accountType, isInfluencer, isFriend }: Earner): CommissionRule {
  if (accountType === EDUCATOR) return 'educator';
  if (accountType === INFLUENCER || isInfluencer) return 'influencer';
  return isFriend ? 'friend' : 'none';
}

function direct(sale: Sale): Verdict {
  const { referrer, payment } = sale;
  const rule = directRule(referrer);
  const zero = (reason: string): Verdict => ({ rule, terms: NOTHING, reason });
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

function downline(sale: Sale): Verdict {
  const { upline, payment } = sale;
  const zero = (reason: string): Verdict => ({ rule: 'downline', terms: NOTHING, reason });
  if (upline && isBuyer(upline, sale)) return zero('Own purchase: nobody earns on it');
  if (upline?.donates) return zero('Donated to the community fund');
  if (payment.netCents <= 0) return zero('Nothing was paid that earns a commission');
  return {
    rule: 'downline',
    terms: share(DOWNLINE_PERCENT),
    reason: `${DOWNLINE_PERCENT}% of your downline's sale`,
  };
}

/** A line as it stands, with what was taken back or given again since. */
export interface BookedCommission extends Terms {
  baseCents: number;
  /** The line's amount and its adjustments so far. */
  bookedCents: number;
}

export interface Adjustment {
  baseCents: number;
  amountCents: number;
  reason: string;
}

/** The further line that brings a commission to what is due on what is left of the payment; null where it is that. */
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
