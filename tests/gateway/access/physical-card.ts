import { CARD_ADDRESS, makeReplacementInput } from '#tests/helpers/purchases/physical-card.ts';
import { type Call, gql, type Row, row } from './row.ts';

/**
 * Creates a row for an entry point of a membership's printed card, which isn't requested yet or is already
 * sent.
 */
const cardRow = (entryPoint: string, cards: 'none' | 'sent', call: (number: string) => Call): Row =>
  row(entryPoint, 'N + + + + + + N', async ({ rows: { membershipNumber } }, world) => {
    await world.withPrintedCards(membershipNumber, cards);
    return call(membershipNumber);
  });

const REQUEST = `mutation ($id: ID!, $street1: String, $street2: String, $city: String, $zip: String, $state: String,
  $country: String) { FIELD(id: $id, street1: $street1, street2: $street2, city: $city, zip: $zip, state: $state,
  country: $country) }`;

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
// The procedures' own tests cover a guest's key.
export const PHYSICAL_CARD_ROWS: readonly Row[] = [
  cardRow('query physicalCards.find', 'none', (id) => ({ input: { id, key: 'a.b.c' } })),
  cardRow('mutation physicalCards.request', 'none', (id) => ({ input: { id, ...CARD_ADDRESS } })),
  row('query physicalCards.replacementQuote', '+ + + + + + + .', () => ({})),
  cardRow('mutation physicalCards.buyReplacement', 'sent', (number) => ({
    input: makeReplacementInput({ number }),
  })),
  cardRow('graphql requestPhysicalCard', 'none', (id) => gql(REQUEST, { id, ...CARD_ADDRESS })),
];
