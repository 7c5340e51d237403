import type { PassPush } from './pass-push.ts';

/** The data that differs between passes. */
export interface PassFacts {
  /** The membership's row id, which never changes for a pass. */
  serialNumber: string;
  /** The phone sends this to authenticate at the pass web service. */
  authenticationToken: string;
  /** Formatted as XXXX-XXXX-XXXX. */
  membershipNumber: string;
  planName: string;
  holder: string;
  /** The other people on a family card. */
  otherNames: string[];
  /** MM/DD/YY. */
  expires: string;
  expiresAt: Date;
  /** The displayed status, such as 'Active' or 'Past due'. */
  status: string;
  /** Not valid now: the phone grays the pass out. */
  voided: boolean;
  verificationUrl: string;
  /** The page where the owner manages the membership. */
  manageUrl: string;
  /** The web service URL where the phone checks for updates, without '/v1'. */
  webServiceUrl: string;
  supportPhone: string | null;
  supportEmail: string | null;
}

/** Signs Apple Wallet passes and notifies phones of changes. */
export interface AppleWallet {
  /** True with self-signed certificates, whose passes phones do not install. */
  isStandIn: boolean;
  passTypeId: string;
  /** Returns the signed .pkpass. Signs it in a worker thread and caches it by version. */
  makePass(facts: PassFacts, version: string): Promise<Buffer>;
  push: PassPush;
  close(): Promise<void>;
}
