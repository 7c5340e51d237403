/** What a wizard's values hold of the reference. */
export interface ReferenceValues {
  /** The referrer's account id, and how the list named them. */
  reference: string | null;
  referenceLabel: string;
  /** The code of the link that has filled the reference in: it does so once, and what was changed then stays. */
  referralCode: string;
}

export const noReference: ReferenceValues = { reference: null, referenceLabel: '', referralCode: '' };
