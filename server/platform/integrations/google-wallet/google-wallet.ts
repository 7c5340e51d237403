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

/** INACTIVE means that a payment is overdue. Any other pass that isn't valid is EXPIRED. */
export type GooglePassState = 'ACTIVE' | 'INACTIVE' | 'EXPIRED';

export interface GoogleWallet {
  /** True if the key is our own. Google rejects passes signed with it. */
  isStandIn: boolean;
  /** Returns the signed JWT of a save link. It has at most `MAX_TOKEN_LENGTH` characters. */
  sign(facts: GooglePassFacts, now: Date): Promise<string>;
  /** Updates a pass, whether or not anyone saved it. Throws if this fails. */
  update(facts: GooglePassFacts): Promise<void>;
}

/** Google rejects save links with longer tokens. */
export const MAX_TOKEN_LENGTH = 1_800;
export const SAVE_URL = 'https://pay.google.com/gp/v/save/';
