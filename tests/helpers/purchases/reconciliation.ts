import { beforeEach } from 'vitest';
import { findDiscrepancies } from '#server/domains/reconciliation/find-discrepancies.service.ts';
import type { Finding } from '#server/domains/reconciliation/finding.schema.ts';
import type { SeededTestDatabaseHandle } from '../database/database.ts';
import type { TestAccount } from '../factories/account.ts';
import { makeCardPurchase, type TestCheckout, testCheckout } from './checkout.ts';

const HOUR_MS = 3_600_000;

export interface SoldCard {
  purchaseId: string;
  email: string;
  chargeId: string;
  subscriptionId: string;
}

/**
 * A checkout whose sales are compared with Stripe. Each test begins a day after all actions of earlier tests.
 */
export interface TestReconciliation {
  checkout: () => TestCheckout;
  now: () => Date;
  /** The start of the compared period. By default, when the test began. */
  from: () => Date;
  moveFrom: (from: Date) => void;
  advance: (by: { months?: number; days?: number; hours?: number }) => Promise<void>;
  /** Finds discrepancies as of `hoursLater` hours from now. */
  find: (hoursLater?: number) => Promise<Finding[]>;
  sell: (
    overrides?: Parameters<typeof makeCardPurchase>[0],
    account?: TestAccount | null,
  ) => Promise<SoldCard>;
}

export function testReconciliation(database: SeededTestDatabaseHandle): TestReconciliation {
  let now = new Date();
  let from = new Date();
  const checkout = testCheckout(database, { now: () => now });
  const advance: TestReconciliation['advance'] = async (by) => {
    now = await checkout().sandbox.control.advance(by);
  };
  beforeEach(async () => {
    await advance({ days: 1 });
    from = now;
  });
  return {
    checkout,
    now: () => now,
    from: () => from,
    moveFrom: (instant) => {
      from = instant;
    },
    advance,
    find: async (hoursLater = 1) => {
      const at = new Date((await checkout().sandbox.control.now()).getTime() + hoursLater * HOUR_MS);
      return findDiscrepancies({ ...checkout().deps, now: () => at }, { from, to: at });
    },
    sell: async (overrides = {}, account = null) => {
      const input = makeCardPurchase(overrides);
      const { purchaseId } = await checkout().caller(account).checkout.buyCard(input);
      const [charge] = await checkout().listCharges(purchaseId);
      const { providerSubscriptionId } = await checkout().findPurchase(purchaseId);
      return {
        purchaseId,
        email: input.email,
        chargeId: String(charge?.id),
        subscriptionId: String(providerSubscriptionId),
      };
    },
  };
}
