import { z } from 'zod';
import { requiredLine } from '#server/lib/text.ts';

/**
 * The state of a card field, whose text stays in Stripe's iframe. Any other value is Stripe's error message, such as
 * 'Your card number is invalid.'.
 */
export const COMPLETE_CARD_FIELD = {
  empty: 'empty',
  incomplete: 'incomplete',
  complete: 'complete',
} as const;

const cardPart = z.string().superRefine((state, { addIssue }) => {
  if (state === COMPLETE_CARD_FIELD.complete) return;
  if (state === COMPLETE_CARD_FIELD.empty) addIssue('Required Field');
  else addIssue(state === COMPLETE_CARD_FIELD.incomplete ? 'Please complete this field' : state);
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
  stripeCard: COMPLETE_CARD_FIELD.empty,
  stripeExpiry: COMPLETE_CARD_FIELD.empty,
  stripeCVC: COMPLETE_CARD_FIELD.empty,
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
