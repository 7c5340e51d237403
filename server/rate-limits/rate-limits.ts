interface RateLimit {
  /** Allowed per window for an address, and for an account if logged in. */
  hits: number;
  windowSeconds: number;
}

const MINUTE = 60;

export const RATE_LIMITS = {
  general: { hits: 1_200, windowSeconds: MINUTE },
  register: { hits: 10, windowSeconds: MINUTE },
  /** Failures alone, by address, by email, and by browser that signed in before (D57). */
  signIn: { hits: 20, windowSeconds: MINUTE },
  staffSignIn: { hits: 20, windowSeconds: MINUTE },
  passwordReset: { hits: 10, windowSeconds: MINUTE },
  /** Emails that a stranger can cause us to send to an account. */
  resetMail: { hits: 3, windowSeconds: 15 * MINUTE },
  emailTakenMail: { hits: 3, windowSeconds: 15 * MINUTE },
  emailVerification: { hits: 20, windowSeconds: MINUTE },
  /** Verification links to one account. */
  verificationMail: { hits: 3, windowSeconds: 15 * MINUTE },
  purchase: { hits: 60, windowSeconds: MINUTE },
  decline: { hits: 10, windowSeconds: 60 * MINUTE },
  promoCode: { hits: 60, windowSeconds: MINUTE },
  /** An audience in one room enters its codes within a minute; guessing one at this rate is hopeless. */
  webinarCode: { hits: 300, windowSeconds: MINUTE },
  verification: { hits: 120, windowSeconds: MINUTE },
  /** Each message becomes a line of our log. */
  deviceLog: { hits: 30, windowSeconds: MINUTE },
  /** A longer window, because a person reads each message. */
  message: { hits: 20, windowSeconds: 10 * MINUTE },
  reference: { hits: 60, windowSeconds: MINUTE },
  address: { hits: 60, windowSeconds: MINUTE },
  download: { hits: 30, windowSeconds: MINUTE },
  /** Drawn one at a time, in a thread. */
  receiptPdf: { hits: 30, windowSeconds: MINUTE },
  /** Pictures are re-encoded, one at a time. */
  upload: { hits: 30, windowSeconds: MINUTE },
  /** Descriptions are sanitized, and an owner can change them only every 30 days. */
  promotions: { hits: 20, windowSeconds: MINUTE },
  search: { hits: 600, windowSeconds: MINUTE },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;
