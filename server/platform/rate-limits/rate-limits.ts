/**
 * Exact counts are in the database. Counts in memory need fewer statements, but may admit a tenth more calls
 * than the limit, so a limit of fewer than 60 calls is always exact (D63).
 */
type Counting = 'exact' | 'memory';

export interface RateLimit {
  /**
   * How many calls per window each key may make. The keys are the IP address and, if logged in, the
   * account, unless the limit's comment names others.
   */
  hits: number;
  windowSeconds: number;
  counting: Counting;
}

const MINUTE_SECONDS = 60;

export const RATE_LIMITS = {
  /**
   * Every request of an IP address, by its weight, before anything is parsed (D76). A hundred people at one
   * address who open pages and search use about 4,000 a minute.
   */
  general: { hits: 6_000, windowSeconds: MINUTE_SECONDS, counting: 'memory' },
  /** Every call of one account. */
  accountCalls: { hits: 1_200, windowSeconds: MINUTE_SECONDS, counting: 'memory' },
  register: { hits: 10, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Counts only failures, per IP address, per email, and per browser that has signed in before (D57). */
  signIn: { hits: 20, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  staffSignIn: { hits: 20, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Adding and using passkeys. */
  passkey: { hits: 30, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  passwordReset: { hits: 10, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Emails that a stranger can make us send to one account. */
  resetMail: { hits: 3, windowSeconds: 15 * MINUTE_SECONDS, counting: 'exact' },
  emailTakenMail: { hits: 3, windowSeconds: 15 * MINUTE_SECONDS, counting: 'exact' },
  emailVerification: { hits: 20, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Verification links that one account requests, or that are sent to one address. */
  verificationMail: { hits: 3, windowSeconds: 15 * MINUTE_SECONDS, counting: 'exact' },
  /**
   * Changes that can be repeated and email someone each time, per account, plan, card, or address. They may email a
   * stranger: anyone can register with any address, and somebody else may have paid for a plan.
   */
  repeatedNotice: { hits: 10, windowSeconds: 60 * MINUTE_SECONDS, counting: 'exact' },
  purchase: { hits: 60, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Attempts to save a card, which strangers could use to test stolen cards. */
  cardSetup: { hits: 30, windowSeconds: 60 * MINUTE_SECONDS, counting: 'exact' },
  decline: { hits: 10, windowSeconds: 60 * MINUTE_SECONDS, counting: 'exact' },
  promoCode: { hits: 60, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** An audience in one room enters its codes within a minute; guessing one at this rate is hopeless. */
  webinarCode: { hits: 300, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  claim: { hits: 120, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  verification: { hits: 120, windowSeconds: MINUTE_SECONDS, counting: 'memory' },
  /** Each message becomes a line of our log. */
  deviceLog: { hits: 30, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** A longer window, because a person reads each message. */
  message: { hits: 20, windowSeconds: 10 * MINUTE_SECONDS, counting: 'exact' },
  reference: { hits: 60, windowSeconds: MINUTE_SECONDS, counting: 'memory' },
  address: { hits: 60, windowSeconds: MINUTE_SECONDS, counting: 'memory' },
  download: { hits: 30, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /**
   * The download of everything that we store about an account, which may be a company with thousands of
   * cards.
   */
  ownData: { hits: 10, windowSeconds: 10 * MINUTE_SECONDS, counting: 'exact' },
  /** Also counts tax forms that affiliates file later. */
  payoutAccount: { hits: 10, windowSeconds: 10 * MINUTE_SECONDS, counting: 'exact' },
  /** Receipts are drawn one at a time, in a thread. */
  receiptPdf: { hits: 30, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Images are re-encoded, one at a time. */
  upload: { hits: 30, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  /** Descriptions are sanitized, and an owner can change them only every 30 days. */
  promotions: { hits: 20, windowSeconds: MINUTE_SECONDS, counting: 'exact' },
  search: { hits: 600, windowSeconds: MINUTE_SECONDS, counting: 'memory' },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;

/** The limits of particular calls. The other two count every call. */
export type OwnLimitName = Exclude<LimitName, 'general' | 'accountCalls'>;

/** The limits that are counted exactly, in the database. Their counts can be read without counting a call. */
export type ExactLimitName = {
  [Name in LimitName]: (typeof RATE_LIMITS)[Name]['counting'] extends 'exact' ? Name : never;
}[LimitName];

/** Returns the window that contains `instant`, in milliseconds. */
export function getWindowAt(windowSeconds: number, instant: Date): { start: number; end: number } {
  const length = windowSeconds * 1000;
  const start = instant.getTime() - (instant.getTime() % length);
  return { start, end: start + length };
}
