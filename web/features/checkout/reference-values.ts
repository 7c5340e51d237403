import { z } from 'zod';

/** The reference fields of a wizard. */
export interface ReferenceValues {
  /** The referrer's account id, or the typed text as long as no referrer is chosen. */
  reference: string | null;
  /** The text in the box: the referrer's name as the search listed it, or what was typed. */
  referenceLabel: string;
  /** The referral code that was already applied. Applying it only once keeps a later change by the buyer. */
  referralCode: string;
}

export const noReference: ReferenceValues = { reference: null, referenceLabel: '', referralCode: '' };

export const NOT_CHOSEN = 'Please choose a reference from the list';

export const isChosenReference = (value: unknown) => z.uuid().safeParse(value).success;

const referenceField = z.object({ reference: z.string().nullish() });

/** A page's schema that refuses typed text without a referrer. The server would also take a reference code. */
export function withChosenReference<T extends z.ZodType>(page: T): T {
  return page.refine(
    (values) => {
      const { reference } = referenceField.parse(values);
      return !reference || isChosenReference(reference);
    },
    { path: ['reference'], error: NOT_CHOSEN, when: () => true },
  );
}
