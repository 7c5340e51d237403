import type { TestApp } from '#tests/helpers/app.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makePurchase } from '#tests/helpers/factories/purchase.ts';
import {
  employee,
  employees,
  makeCompanyForm,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';

export interface CompanyWorld {
  /**
   * Ends the account's company cards and registers its company, so that it can buy. Returns the company's id.
   */
  withoutCards(account: TestAccount): Promise<string>;
  /**
   * Like `withoutCards`, but then buys cards for six employees, one more than the minimum. The first employee
   * has an email address. Returns the id of the first card.
   */
  withCards(account: TestAccount): Promise<string>;
  /** Like `withCards`, but returns the company's details as its page submits them. */
  details(account: TestAccount): Promise<object>;
  /**
   * Returns the token from the email that asks the buyer to complete a corporate purchase after the bank's
   * check.
   */
  completionToken(account: TestAccount): Promise<string>;
}

export function makeCompanyWorld(server: TestApp): CompanyWorld {
  const { db, signer } = server.deps;
  const withoutCards = async (account: TestAccount): Promise<string> => {
    const longAgo = new Date('2026-01-01T00:00:00Z');
    await db
      .updateTable('subscriptions')
      .set({ status: 'canceled', endedAt: longAgo, periodEnd: longAgo })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('memberships')
          .select('subscriptionId')
          .where('accountId', '=', account.id)
          .where('planId', '=', 5),
      )
      .execute();
    return (await server.caller(account).corporate.register(makeCompanyForm())).id;
  };
  const withCards = async (account: TestAccount): Promise<string> => {
    await withoutCards(account);
    const { corporate } = server.caller(account);
    const [firstEmployee, ...otherEmployees] = employees(6);
    await corporate.purchase(
      makeCorporatePurchase({
        employees: [employee(0, { ...firstEmployee, email: 'first@nguyen.example' }), ...otherEmployees],
      }),
    );
    const { cards } = await corporate.cards({});
    return cards[0]?.id ?? '';
  };
  return {
    withoutCards,
    withCards,
    details: async (account) => {
      await withCards(account);
      const { company } = await server.caller(account).corporate.company();
      return { ...company, poNumber: 'PO 4711' };
    },
    completionToken: async (account) => {
      const companyId = await withoutCards(account);
      const { id } = await makePurchase(db, {
        kind: 'corporate',
        status: 'failed',
        accountId: account.id,
        cart: { companyId, companyName: 'Nguyen Logistics', employees: employees(5), coupon: null },
      });
      return signer.sign('complete-payment', id, { seconds: 60 });
    },
  };
}
