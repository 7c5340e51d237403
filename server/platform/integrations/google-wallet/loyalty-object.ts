import type { GooglePassFacts, GooglePassState } from './google-wallet.ts';

/** The data that differs between passes. */
export interface LoyaltyObject {
  id: string;
  classId: string;
  state: GooglePassState;
  accountId: string;
  accountName: string;
  loyaltyPoints: { label: string; balance: { string: string } };
  barcode: { type: 'QR_CODE'; value: string };
  validTimeInterval: { end: { date: string } };
}

/**
 * The data that all passes share. It is created with the first pass that a member saves or that we update.
 */
export interface LoyaltyClass {
  id: string;
  issuerName: string;
  programName: string;
  programLogo: { sourceUri: { uri: string } };
  reviewStatus: 'UNDER_REVIEW';
}

const CLASS_SUFFIX = 'everything-card';

export function loyaltyClass(issuerId: string, publicUrl: string): LoyaltyClass {
  return {
    id: `${issuerId}.${CLASS_SUFFIX}`,
    issuerName: 'Everything Card',
    programName: 'Everything Card',
    programLogo: { sourceUri: { uri: `${publicUrl}/wallet-logo.png` } },
    reviewStatus: 'UNDER_REVIEW',
  };
}

export function loyaltyObject(issuerId: string, facts: GooglePassFacts): LoyaltyObject {
  return {
    id: `${issuerId}.${facts.membershipId}`,
    classId: `${issuerId}.${CLASS_SUFFIX}`,
    state: facts.state,
    accountId: facts.membershipNumber,
    accountName: facts.holder,
    loyaltyPoints: { label: 'Plan', balance: { string: facts.planName } },
    barcode: { type: 'QR_CODE', value: facts.verificationUrl },
    validTimeInterval: { end: { date: facts.expiresAt.toISOString() } },
  };
}
