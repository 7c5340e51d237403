import { CARD_ADDRESS, replacementOf } from '#tests/helpers/purchases/physical-card.ts';
import { type Call, gql, type Row, row } from './row.ts';

/** A door that asks for the printed card of a membership: none was ordered yet, or the last one was sent. */
const cardRow = (door: string, cards: 'none' | 'sent', call: (number: string) => Call): Row =>
  row(door, 'N + + + + + + N', async ({ rows: { membershipNumber } }, world) => {
    await world.withPrintedCards(membershipNumber, cards);
    return call(membershipNumber);
  });

const REQUEST = `mutation ($id: ID!, $street1: String, $street2: String, $city: String, $zip: String, $state: String,
  $country: String) { FIELD(id: $id, street1: $street1, street2: $street2, city: $city, zip: $zip, state: $state,
  country: $country) }`;

// Columns: visitor, account types 0 1 2 3 10 42, another. A guest's key is tried beside the procedures themselves.
export const PHYSICAL_CARD_ROWS: readonly Row[] = [
  cardRow('query physicalCards.find', 'none', (id) => ({ input: { id, key: 'a.b.c' } })),
  cardRow('mutation physicalCards.request', 'none', (id) => ({ input: { id, ...CARD_ADDRESS } })),
  row('query physicalCards.replacementQuote', '+ + + + + + + .', () => ({})),
  cardRow('mutation physicalCards.buyReplacement', 'sent', (number) => ({
    input: replacementOf({ number }),
  })),
  cardRow('graphql requestPhysicalCard', 'none', (id) => gql(REQUEST, { id, ...CARD_ADDRESS })),
];
