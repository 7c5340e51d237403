import type { Referrer } from '#server/affiliates/reference.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { isChosenReference, type ReferenceValues } from './reference-values.ts';

/** How long an answer is reused. Leaving the field by pressing Next looks the same text up twice. */
const ANSWER_MS = 10_000;

export interface ReferenceLookup {
  /** The referrer whose reference code or email the text is exactly. */
  find(text: string): Promise<Referrer | undefined>;
  /** Replaces typed text by the referrer it names, for a page that the buyer leaves while the text is looked up. */
  complete(values: Pick<ReferenceValues, 'reference'>): Promise<Partial<ReferenceValues>>;
}

/** Takes an exact reference code or email without a choice from the list (D56). */
export function useReferenceLookup(): ReferenceLookup {
  const utils = trpc.useUtils();

  async function find(text: string) {
    const value = text.trim();
    const referrers = await utils.affiliates.searchReferences
      .fetch({ value }, { staleTime: ANSWER_MS })
      .catch(() => []);
    return referrers.find((referrer) => isExactly(value, referrer));
  }

  return {
    find,
    async complete({ reference }) {
      if (!reference || isChosenReference(reference)) return {};
      const referrer = await find(reference);
      return referrer ? { reference: referrer.id, referenceLabel: referrerLabel(referrer) } : {};
    },
  };
}

/** 'first last - e-mail' */
export function referrerLabel({ firstname, lastname, email }: Referrer): string {
  return `${firstname} ${lastname} - ${email}`;
}

/** The server shows an email in full only to someone who typed it in full. */
function isExactly(text: string, { referenceCode, email }: Referrer): boolean {
  return [referenceCode, email].some((value) => value?.toLowerCase() === text.toLowerCase());
}
