import type { PassPush } from './pass-push.ts';

/** The data that differs between passes. */
export interface PassFacts {
  /** The membership's row id. Phones find the pass by it, so it must never change. */
  serialNumber: string;
  /** The phone sends this to authenticate at the pass web service. */
  authenticationToken: string;
  /** Formatted as XXXX-XXXX-XXXX. */
  membershipNumber: string;
  planName: string;
  holder: string;
  /** The other people on a family card. */
  otherNames: string[];
  /** Formatted as MM/DD/YY. */
  expires: string;
  expiresAt: Date;
  /** The displayed status, such as 'Active' or 'Past due'. */
  status: string;
  /** Phones gray out a voided pass. */
  voided: boolean;
  verificationUrl: string;
  manageUrl: string;
  /** Phones request updates under this URL. It excludes the '/v1' that Apple appends. */
  webServiceUrl: string;
  supportPhone: string | null;
  supportEmail: string | null;
}

export interface AppleWallet {
  /** True if the certificates aren't from Apple. Phones don't install such passes. */
  isStandIn: boolean;
  passTypeId: string;
  /** Returns the signed .pkpass file. Signs it in a worker thread and caches it by version. */
  makePass(facts: PassFacts, version: string): Promise<Buffer>;
  push: PassPush;
  close(): Promise<void>;
}
