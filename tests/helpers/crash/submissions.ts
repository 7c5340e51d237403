import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { createSessions } from '#server/accounts/session.ts';
import { businessPlanPurchase, EVERY_PAGE } from '../business-plan.ts';
import { cardPurchase } from '../checkout.ts';
import { makeAccount } from '../factories/account.ts';

/** One purchase as it is sent: again and again until its answer is known. */
export interface Submission {
  path: string;
  headers: Record<string, string>;
  cart: object;
}

/** Cards for guests: every third with a physical card, every fourth with the code. */
export function cardSubmissions(count: number, discountCode: string): Submission[] {
  return Array.from({ length: count }, (_, i) => ({
    path: 'checkout.buyCard',
    headers: {},
    cart: cardPurchase({
      idempotencyKey: randomUUID(),
      requestedPhysicalCard: i % 3 === 0,
      discountCode: i % 4 === 0 ? discountCode : null,
    }),
  }));
}

/** Business plans with every program, each for an account of its own. */
export async function planSubmissions(db: Db, count: number): Promise<Submission[]> {
  const sessions = createSessions(db, { secure: false, domain: undefined, now: () => new Date() });
  return Promise.all(
    Array.from({ length: count }, async (_, i) => {
      const account = await makeAccount(db);
      const { sessionId } = await sessions.create(account.id);
      return {
        path: 'businessPlans.purchase',
        headers: { authorization: `Bearer ${sessionId}` },
        cart: businessPlanPurchase({ ...EVERY_PAGE, plan: 7, businessname: `Crash Bakery ${i}` }),
      };
    }),
  );
}
