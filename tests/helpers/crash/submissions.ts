import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { createSessions } from '#server/accounts/sessions/session.ts';
import { saveCompany } from '#server/memberships/company/company.service.ts';
import { makeAccount } from '../factories/account.ts';
import { businessPlanPurchase, EVERY_PAGE } from '../purchases/business-plan.ts';
import { cardPurchase } from '../purchases/checkout.ts';
import { companyForm, corporatePurchase, employees } from '../purchases/corporate.ts';
import { makeSentCard, replacementOf } from '../purchases/physical-card.ts';

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

/** The headers of somebody who is signed in. */
async function signedIn(db: Db, accountId: string): Promise<Submission['headers']> {
  const sessions = createSessions(db, { secure: false, domain: undefined, now: () => new Date() });
  const { sessionId } = await sessions.create(accountId);
  return { authorization: `Bearer ${sessionId}` };
}

/** Business plans with every program, each for an account of its own. */
export async function planSubmissions(db: Db, count: number): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => ({
      path: 'businessPlans.purchase',
      headers: await signedIn(db, (await makeAccount(db)).id),
      cart: businessPlanPurchase({ ...EVERY_PAGE, plan: 7, businessname: `Crash Bakery ${i}` }),
    })),
  );
}

/** Cards for so many employees each, every fifth with a family card, each for a company of its own. */
export async function corporateSubmissions(
  db: Db,
  count: number,
  employeesEach: number,
): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const account = await makeAccount(db);
      await saveCompany(db, account.id, companyForm());
      const list = employees(employeesEach).map((one, n) => ({
        ...one,
        email: `employee-${n}@nguyen.example`,
        familyPlan: n % 5 === 4,
      }));
      return {
        path: 'corporate.purchase',
        headers: await signedIn(db, account.id),
        cart: corporatePurchase({ employees: list }),
      };
    }),
  );
}

/** Accounts' purchases and guests' cards in turns, so that each meets every step; companies with 30 employees each. */
export async function mixedSubmissions(
  db: Db,
  count: { plans: number; companies: number; cards: number },
  discountCode: string,
): Promise<Submission[]> {
  const ofAccounts = [
    ...(await planSubmissions(db, count.plans)),
    ...(await corporateSubmissions(db, count.companies, 30)),
  ];
  const cards = cardSubmissions(count.cards, discountCode);
  const every = Math.ceil(cards.length / ofAccounts.length);
  return ofAccounts.flatMap((one, i) => [one, ...cards.slice(i * every, (i + 1) * every)]);
}

/** A card printed anew, each for a member whose last one was sent. */
export async function replacementSubmissions(db: Db, count: number): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id: accountId } = await makeAccount(db);
      const membership = await makeSentCard(db, { accountId });
      return {
        path: 'physicalCards.buyReplacement',
        headers: await signedIn(db, accountId),
        cart: replacementOf(membership),
      };
    }),
  );
}
