/** The data that differs between passes. */
export interface GooglePassFacts {
  /** The membership's row id. */
  membershipId: string;
  /** Formatted as XXXX-XXXX-XXXX. */
  membershipNumber: string;
  planName: string;
  holder: string;
  expiresAt: Date;
  state: GooglePassState;
  verificationUrl: string;
}

/** ACTIVE is valid, INACTIVE may become valid again, and EXPIRED is final. */
export type GooglePassState = 'ACTIVE' | 'INACTIVE' | 'EXPIRED';

/** Signs Google Wallet passes and updates saved passes. */
export interface GoogleWallet {
  /** True with a key of our own, whose passes Google rejects. */
  isStandIn: boolean;
  /** Returns a signed token of at most 1,800 characters, the limit of Google's save link. */
  sign(facts: GooglePassFacts, now: Date): Promise<string>;
  /** Updates a pass, whether or not it was saved. Throws if Google does not respond. */
  update(facts: GooglePassFacts): Promise<void>;
}

/** Google's limit for the token in a link. */
export const MAX_TOKEN_LENGTH = 1_800;
export const SAVE_URL = 'https://pay.google.com/gp/v/save/';
