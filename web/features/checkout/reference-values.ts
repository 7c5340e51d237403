/** The reference fields of a wizard. */
export interface ReferenceValues {
  /** The referrer's account id. */
  reference: string | null;
  /** The referrer's name as the search listed it. */
  referenceLabel: string;
  /** The referral code that was already applied. Applying it only once keeps a later change by the buyer. */
  referralCode: string;
}

export const noReference: ReferenceValues = { reference: null, referenceLabel: '', referralCode: '' };
