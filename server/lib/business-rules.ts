// Numbers that both the rules and the page text use. Prices are in the catalog, and numbers that staff can
// change are in the settings.

/** The free trial of a business. Its listing lasts a year (D15). */
export const TRIAL_DAYS = 7;
/** How long a business must wait between changes to its promotions. */
export const PROMOTION_CHANGE_DAYS = 30;
/** A commission becomes payable after this many days (D13). */
export const COMMISSION_PENDING_DAYS = 30;
/** A bank account that replaces another one gets no payout for this long, so that its owner can object. */
export const PAYOUT_ACCOUNT_HOLD_DAYS = 3;
/** A subscription ends if its bill is unpaid for this long (D26). */
export const OVERDUE_DAYS = 14;
/** Minimum age of an affiliate in years (D24). */
export const MIN_AFFILIATE_AGE = 18;
/** Minimum size of a company's first order. A family card counts as two cards. */
export const MIN_CORPORATE_CARDS = 5;
export const CARDS_PER_FAMILY = 2;
/** Within this many days, we call people who have requested information. */
export const INFORMATION_REPLY_DAYS = 7;
/** How soon we answer messages, unless the settings override it. */
export const RESPONSE_TIME = '24-48 hours';

// Marketing claims in the page text.
export const RETENTION_RATE = '98%';
export const AUDIENCE_SIZE = '5,000 people';
export const INFLUENCER_FOLLOWERS = '300 followers';
export const PAY_PER_POST = '$50';
