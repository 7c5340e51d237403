import type { PassPush } from './pass-push.ts';

/** What one pass says; its pictures and colours are the same for everybody. */
export interface PassFacts {
  /** The membership's row id: a pass keeps it for good. */
  serialNumber: string;
  /** What the phone shows the web service to get or give news of this pass. */
  authenticationToken: string;
  /** As people read it: XXXX-XXXX-XXXX. */
  membershipNumber: string;
  planName: string;
  holder: string;
  /** Whoever else is named on a family's card. */
  otherNames: string[];
  /** MM/DD/YY. */
  expires: string;
  expiresAt: Date;
  /** The state in words: 'Active', 'Past due'. */
  status: string;
  /** Not valid now: the phone greys it out. */
  voided: boolean;
  verificationUrl: string;
  /** Where its owner looks after it. */
  manageUrl: string;
  /** Where the phone asks for news: the web service's address without '/v1'. */
  webServiceUrl: string;
  supportPhone: string | null;
  supportEmail: string | null;
}

/** Apple Wallet: signs passes and tells phones that one has changed. */
export interface AppleWallet {
  /** True where the certificates are self-made: a phone does not install such a pass. */
  standIn: boolean;
  passTypeId: string;
  /** The .pkpass, signed; made outside this thread, and kept under its version for whoever asks next. */
  makePass(facts: PassFacts, version: string): Promise<Buffer>;
  push: PassPush;
  close(): Promise<void>;
}
