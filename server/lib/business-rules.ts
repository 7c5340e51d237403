// Numbers that both the rules and the page copy use, and that are neither prices nor settings.

/** The free trial of a business. Its listing stays for a year (D15). */
export const TRIAL_DAYS = 7;
/** A business may change its promotions once in this many days. */
export const PROMOTION_CHANGE_DAYS = 30;
/** A commission becomes payable after this many days (D13). */
export const COMMISSION_PENDING_DAYS = 30;
/** A subscription ends when its bill has been unpaid for this many days (D26). */
export const OVERDUE_DAYS = 14;
/** Minimum age of an affiliate, in years (D24). */
export const MIN_AFFILIATE_AGE = 18;
/** A company's first order needs this many cards, where a family card counts as two. */
export const MIN_CORPORATE_CARDS = 5;
export const CARDS_PER_FAMILY = 2;
/** We call people who request information within this many days. */
export const INFORMATION_REPLY_DAYS = 7;
/** How soon we answer messages, unless the settings say otherwise. */
export const RESPONSE_TIME = '24-48 hours';

// Claims quoted in the page copy.
export const RETENTION_RATE = '98%';
export const AUDIENCE_SIZE = '5,000 people';
export const INFLUENCER_FOLLOWERS = '300 followers';
export const PAY_PER_POST = '$50';
