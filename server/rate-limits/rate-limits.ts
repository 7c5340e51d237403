interface RateLimit {
  /** Hits allowed in a window, from one address and, where signed in, for one account. */
  hits: number;
  windowSeconds: number;
}

const MINUTE = 60;

/** Every limit (DESIGN D49); the README shows the same table. */
export const RATE_LIMITS = {
  general: { hits: 1_200, windowSeconds: MINUTE },
  register: { hits: 10, windowSeconds: MINUTE },
  signIn: { hits: 20, windowSeconds: MINUTE },
  passwordReset: { hits: 10, windowSeconds: MINUTE },
  /** Mails that anybody can cause at one account: a new password, somebody tried to register your address. */
  accountMail: { hits: 3, windowSeconds: 15 * MINUTE },
  purchase: { hits: 60, windowSeconds: MINUTE },
  decline: { hits: 10, windowSeconds: 60 * MINUTE },
  promoCode: { hits: 60, windowSeconds: MINUTE },
  /** An audience in one room enters its codes within a minute; there are too many to be guessed at that pace. */
  webinarCode: { hits: 300, windowSeconds: MINUTE },
  verification: { hits: 120, windowSeconds: MINUTE },
  /** What a visitor writes to us, by form: longer than a minute, because each of them is read by a person. */
  message: { hits: 20, windowSeconds: 10 * MINUTE },
  reference: { hits: 60, windowSeconds: MINUTE },
  address: { hits: 60, windowSeconds: MINUTE },
  /** Every match as a file. */
  download: { hits: 30, windowSeconds: MINUTE },
  /** Pictures are drawn anew, one at a time. */
  upload: { hits: 30, windowSeconds: MINUTE },
  search: { hits: 600, windowSeconds: MINUTE },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;
