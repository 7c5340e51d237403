// Figures that stand in rules and in copy alike, and in no price list and no setting (SPEC sections 1 and 9).

/** The free trial of a business, in days; its listing stays for a year (DESIGN D15). */
export const TRIAL_DAYS = 7;
/** Promotions may change once in so many days. */
export const PROMOTION_DAYS = 30;
/** So long a commission is pending before it is payable (DESIGN D13). */
export const PENDING_DAYS = 30;
/** So long an unpaid bill stays open before its subscription ends (DESIGN D26). */
export const OVERDUE_DAYS = 14;
/** In years, for whoever signs up to earn (DESIGN D24). */
export const LEAST_AGE = 18;
/** A company's first order, where a family's card counts as two. */
export const LEAST_CARDS = 5;
export const CARDS_A_FAMILY = 2;
/** Who asks for information and leaves a telephone number is contacted within so many days. */
export const INFORMATION_DAYS = 7;
/** How soon messages are answered where the settings do not say. */
export const RESPONSE_TIME = '24-48 hours';

/** What copy claims, word for word. */
export const RETENTION = '98%';
export const PRESENTED_TO = '5,000 people';
export const INFLUENCER_FOLLOWERS = '300 followers';
export const PER_POST = '$50';
