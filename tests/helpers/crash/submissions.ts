import { randomUUID } from 'node:crypto';
import type { Db } from '#db/client.ts';
import { saveCompany } from '#server/domains/memberships/company/company.service.ts';
import { createSessions } from '#server/platform/security/session.ts';
import { makeAccount } from '../factories/account.ts';
import { businessPlanPurchase, EVERY_PAGE } from '../purchases/business-plan.ts';
import { makeCardPurchase } from '../purchases/checkout.ts';
import { employees, makeCompanyForm, makeCorporatePurchase } from '../purchases/company.ts';
import { makeReplacementInput, makeSentCard } from '../purchases/physical-card.ts';

/** The request of one purchase. It is sent again if the first response is lost or leaves the outcome open. */
export interface Submission {
  path: string;
  headers: Record<string, string>;
  cart: object;
}

/** Makes guests' card purchases. Every third has a physical card, every fourth uses the discount code. */
export function cardSubmissions(count: number, discountCode: string): Submission[] {
  return Array.from({ length: count }, (_, i) => ({
    path: 'checkout.buyCard',
    headers: {},
    cart: makeCardPurchase({
      idempotencyKey: randomUUID(),
      requestedPhysicalCard: i % 3 === 0,
      discountCode: i % 4 === 0 ? discountCode : null,
    }),
  }));
}

/** Creates a session and returns the headers that authenticate with it. */
export async function sessionHeaders(db: Db, accountId: string): Promise<Submission['headers']> {
  const sessions = createSessions(db, { secure: false, domain: undefined, now: () => new Date() });
  const { sessionId } = await sessions.create({ id: accountId, securityVersion: 0 });
  return { authorization: `Bearer ${sessionId}` };
}

/** Makes purchases of a business plan with every program, each by a new account. */
export async function planSubmissions(db: Db, count: number): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, i) => ({
      path: 'businessPlans.purchase',
      headers: await sessionHeaders(db, (await makeAccount(db)).id),
      cart: businessPlanPurchase({ ...EVERY_PAGE, plan: 7, businessname: `Crash Bakery ${i}` }),
    })),
  );
}

/** Makes corporate purchases, each by a new company. Every fifth employee gets a family card. */
export async function corporateSubmissions(
  db: Db,
  count: number,
  employeesEach: number,
): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const account = await makeAccount(db);
      await saveCompany(db, account.id, makeCompanyForm());
      const employeeList = employees(employeesEach).map((employee, n) => ({
        ...employee,
        email: `employee-${n}@nguyen.example`,
        familyPlan: n % 5 === 4,
      }));
      return {
        path: 'corporate.purchase',
        headers: await sessionHeaders(db, account.id),
        cart: makeCorporatePurchase({ employees: employeeList }),
      };
    }),
  );
}

/**
 * Mixes purchases by accounts and guests evenly, so that each kind is bought throughout the run. Companies
 * have 30 employees each.
 */
export async function mixedSubmissions(
  db: Db,
  count: { plans: number; companies: number; cards: number },
  discountCode: string,
): Promise<Submission[]> {
  const accountSubmissions = [
    ...(await planSubmissions(db, count.plans)),
    ...(await corporateSubmissions(db, count.companies, 30)),
  ];
  const cards = cardSubmissions(count.cards, discountCode);
  const cardsPerAccount = Math.ceil(cards.length / accountSubmissions.length);
  return accountSubmissions.flatMap((submission, i) => [
    submission,
    ...cards.slice(i * cardsPerAccount, (i + 1) * cardsPerAccount),
  ]);
}

/** Makes purchases of a replacement card, each by a new member. */
export async function replacementSubmissions(db: Db, count: number): Promise<Submission[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { id: accountId } = await makeAccount(db);
      const membership = await makeSentCard(db, { accountId });
      return {
        path: 'physicalCards.buyReplacement',
        headers: await sessionHeaders(db, accountId),
        cart: makeReplacementInput(membership),
      };
    }),
  );
}
