import { z } from 'zod';
import { requiredLine } from '#server/lib/text.ts';

/**
 * The state of a card field, whose text stays in Stripe's iframe. Any other value is Stripe's error message, such as
 * 'Your card number is invalid.'.
 */
export const CARD_PART = { empty: 'empty', incomplete: 'incomplete', complete: 'complete' } as const;

const cardPart = z.string().superRefine((state, { addIssue }) => {
  if (state === CARD_PART.complete) return;
  if (state === CARD_PART.empty) addIssue('Required Field');
  else addIssue(state === CARD_PART.incomplete ? 'Please complete this field' : state);
});

export const cardFields = z.object({
  stripeName: requiredLine('Required Field'),
  stripeCard: cardPart,
  stripeExpiry: cardPart,
  stripeCVC: cardPart,
  stripeZip: requiredLine('Required Field', 12),
});
export type CardFields = z.infer<typeof cardFields>;

export const emptyCard: CardFields = {
  stripeName: '',
  stripeCard: CARD_PART.empty,
  stripeExpiry: CARD_PART.empty,
  stripeCVC: CARD_PART.empty,
  stripeZip: '',
};

/** Never stored, not even the holder's name. */
export const CARD_FIELD_NAMES = [
  'stripeName',
  'stripeCard',
  'stripeExpiry',
  'stripeCVC',
  'stripeZip',
] as const;
