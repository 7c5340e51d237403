import { paths } from '../../../../lib/pages.shared.ts';
import { formatPersonName } from '../../../../lib/same-person.ts';
import {
  cardRequestLink,
  lockCardState,
  queuePhysicalCard,
} from '../../../memberships/physical-card/physical-card.service.ts';
import { defineKind, endNothing } from '../../purchase/define-kind.ts';
import { replacementCart } from './card-replacement.schema.ts';

export const cardReplacementKind = defineKind({
  cart: replacementCart,
  billing: 'once',
  // Another card for the membership may be queued after this one is ordered and before it is paid.
  findConflict: async (trx, { cart }, now) =>
    (await lockCardState(trx, cart.membershipId, now)) === 'requested'
      ? 'Another card for this membership is already on its way.'
      : null,
  fulfill: async (_deps, trx, { cart, email }, { now }) => {
    const { membershipId, number, firstname, lastname, ...address } = cart;
    await queuePhysicalCard(trx, {
      membershipId,
      recipient: formatPersonName({ firstname, lastname }),
      email,
      address,
      requestedAt: now,
      isReplacement: true,
    });
    return { membershipNumber: number };
  },
  end: endNothing,
  summarize: ({ cart: { firstname, lastname, number, ...shipping } }) => ({
    subject: 'physical card',
    greetingName: firstname,
    buyerName: formatPersonName({ firstname, lastname }),
    shipping,
    membershipNumber: number,
    managePath: paths.account(),
    declinedMail: 'card-declined',
    additionsLabel: null,
  }),
  completionUrl: (deps, { cart }) => cardRequestLink(deps, deps.db, cart.number),
});
