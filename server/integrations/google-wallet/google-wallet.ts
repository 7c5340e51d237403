/** What one pass says to Google. */
export interface GooglePassFacts {
  /** The membership's row id. */
  membershipId: string;
  /** As people read it: XXXX-XXXX-XXXX. */
  membershipNumber: string;
  planName: string;
  holder: string;
  expiresAt: Date;
  state: GooglePassState;
  verificationUrl: string;
}

/** ACTIVE is valid; INACTIVE may become so again; EXPIRED is over. */
export type GooglePassState = 'ACTIVE' | 'INACTIVE' | 'EXPIRED';

/** Google Wallet: signs what its button takes, and tells Google when a saved pass has changed. */
export interface GoogleWallet {
  /** True where the key is self-made: Google takes no such pass. */
  standIn: boolean;
  /** The pass as a signed token of at most 1,800 characters, which is what Google's button and link take. */
  sign(facts: GooglePassFacts, now: Date): Promise<string>;
  /** What the pass says from now on, saved or not. Throws where Google gives no answer. */
  update(facts: GooglePassFacts): Promise<void>;
}

/** What Google takes in a link. */
export const LONGEST_TOKEN = 1_800;
export const SAVE_URL = 'https://pay.google.com/gp/v/save/';
