import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import { buyCardDocument, cart } from '../graphql/buy-card-document.ts';
import { type Row, row } from './row.ts';

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const CHECKOUT_ROWS: readonly Row[] = [
  row('query catalog.plans', '+ + + + + + + .', () => ({})),
  row('query catalog.promoCode', '+ + + + + + + .', () => ({ input: { id: 'NONE' } })),
  row('query checkout.quote', '+ + + + + + + .', () => ({ input: { plan: 0 } })),
  row('query checkout.heldMembership', '+ + + + + + + .', () => ({ input: { plan: 0 } })),
  row('query checkout.paymentSetup', '+ + + + + + + .', () => ({})),
  row('mutation checkout.buyCard', '+ + + + + + + A', ({ role, rows }) => ({
    input: makeCardPurchase(role === 'visitor' ? {} : { accountID: rows.account.id, buyAnother: true }),
  })),
  row('mutation checkout.confirmCard', 'N + + + + + + N', ({ rows }) => ({
    input: { purchaseId: rows.purchaseId },
  })),
  row('query checkout.reopen', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.completionToken() },
  })),
  row('query checkout.guestMembership', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('mutation checkout.cancelGuestMembership', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('mutation checkout.resumeGuestMembership', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('mutation checkout.sendGuestLink', '+ + + + + + + .', async (_, world) => ({
    input: { key: await world.guestKey() },
  })),
  row('query claims.find', '+ + + + + + + .', async (_, world) => ({
    input: { token: await world.claimToken() },
  })),
  row('mutation claims.claim', 'L + + + + + + .', async (_, world) => ({
    input: { token: await world.claimToken() },
  })),
  row('graphql BuyCard', '+ + + + + + + A', ({ role, rows }, world) => ({
    document: buyCardDocument,
    input: { ...cart(), email: world.newEmail(), accountID: role === 'visitor' ? null : rows.account.id },
  })),
];
