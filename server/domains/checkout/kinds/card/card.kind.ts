import { defineKind, endNothing } from '../../purchase/define-kind.ts';
import { createPricingLink } from '../completion-link.service.ts';
import { createBoughtMembership, summarizeMembership } from './bought-membership.service.ts';
import { cardCart } from './card-purchase.schema.ts';

export const cardKind = defineKind({
  cart: cardCart,
  billing: 'subscription',
  // A buyer may have any number of cards.
  findConflict: async () => null,
  fulfill: (_deps, trx, purchase, settlement) =>
    createBoughtMembership(trx, purchase, purchase.cart, settlement),
  end: endNothing,
  summarize: ({ cart }) => summarizeMembership(cart),
  completionUrl: (deps, { id, cart }) => createPricingLink(deps, id, cart.plan),
});
