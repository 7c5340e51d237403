import { payMonth } from '#server/domains/affiliates/commissions/payout.service.ts';
import { toBusinessDate } from '#server/lib/dates.ts';
import { makeAccount, type TestAccount } from '#tests/helpers/factories/account.ts';
import { makeW9 } from '#tests/helpers/factories/tax-form.ts';
import { affiliateSignup, makeSignupWithMembership } from '#tests/helpers/purchases/affiliate.ts';
import { businessPlanPurchase } from '#tests/helpers/purchases/business-plan.ts';
import { makeCardPurchase } from '#tests/helpers/purchases/checkout.ts';
import {
  employee,
  employees,
  makeCompanyWithCards,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';
import { buyBusinessPlan, buyChangeable } from '#tests/helpers/purchases/plan-change.ts';
import { act, makeStaff } from '#tests/helpers/staff.ts';
import type { Life } from './life.ts';

// Stripe’s test cards
const GOOD_CARD = '4242424242424242';
const PASSWORD = 'a long password';
const DECLINED_WHEN_CHARGED_CARD = '4000000000000341';

interface Step {
  /** Days since the start. */
  day: number;
  name: string;
  run: () => Promise<unknown>;
}

/** What every role does in 16 months, with at least one of every kind of change. */
export async function writeStory({ checkout, now }: Life): Promise<Step[]> {
  const { db, stripe, cipher } = checkout.deps;
  const { control } = checkout.sandbox;
  const clerk = await makeStaff(db);
  const staff = () => checkout.staffCaller(clerk).staff;
  const educator = await makeAccount(db, {
    accountType: 3,
    referenceCode: 'EDNA',
    firstname: 'Edna',
    password: PASSWORD,
  });
  const latest = <Value>(values: readonly Value[]): Value => {
    const value = values.at(-1);
    if (value === undefined) throw new Error('The story went another way');
    return value;
  };

  /** Buyers by the name of their step. */
  const members = new Map<string, Awaited<ReturnType<typeof buyChangeable>>>();
  const member = (name: string) => {
    const buyer = members.get(name);
    if (!buyer) throw new Error(`${name} has not bought`);
    return buyer;
  };
  const buy = (day: number, name: string, order: Parameters<typeof buyChangeable>[1] = {}): Step => ({
    day,
    name: `${name} buys`,
    run: async () => members.set(name, await buyChangeable(checkout, order)),
  });
  const does = (
    day: number,
    name: string,
    what: string,
    run: (buyer: Awaited<ReturnType<typeof buyChangeable>>) => Promise<unknown>,
  ): Step => ({ day, name: `${name} ${what}`, run: () => run(member(name)) });
  const charge = async (purchaseId: string) => latest(await checkout.listCharges(purchaseId)).id;

  const plans: Array<Awaited<ReturnType<typeof buyBusinessPlan>>> = [];
  const companies: Array<Awaited<ReturnType<typeof makeCompanyWithCards>>> = [];
  const disputes: string[] = [];
  const accounts: TestAccount[] = [];
  const customerOf = async (purchaseId: string) =>
    String((await checkout.findPurchase(purchaseId)).providerCustomerId);
  const cardIds = async () => {
    const rows = await db
      .selectFrom('physicalCardRequests')
      .select('id')
      .where('sentAt', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  };
  const payLastMonth = () => {
    const [year = 0, month = 0] = toBusinessDate(now()).split('-').map(Number);
    const last = month === 1 ? `${year - 1}-12` : `${year}-${String(month - 1).padStart(2, '0')}`;
    return payMonth(checkout.deps, last);
  };

  return [
    buy(0, 'Stays', { reference: educator.id }),
    buy(1, 'Upgrades', { requestedPhysicalCard: true }),
    buy(2, 'Overdue'),
    buy(3, 'Unpaid'),
    buy(4, 'Disputes'),
    buy(5, 'Loses', { reference: educator.id }),
    buy(6, 'Refunded', { reference: educator.id }),
    buy(7, 'Cancels'),
    {
      day: 8,
      name: 'A guest buys',
      run: () => checkout.caller().checkout.buyCard(makeCardPurchase({ email: 'guest@example.com' })),
    },
    {
      day: 9,
      name: 'A company buys',
      run: async () => companies.push(await makeCompanyWithCards(db, checkout)),
    },
    {
      day: 10,
      name: 'An employee is added',
      run: () =>
        latest(companies).caller.corporate.addSeats(
          makeCorporatePurchase({ employees: [employee(9, { email: 'employee@example.com' })] }),
        ),
    },
    { day: 11, name: 'A business buys', run: async () => plans.push(await buyBusinessPlan(checkout)) },
    {
      day: 12,
      name: 'A business tries',
      run: async () => {
        const owner = await makeAccount(db);
        await checkout
          .caller(owner)
          .businessPlans.startTrial({ businessname: 'Trial Bakery', type: 9, zip: '80202' });
      },
    },
    {
      day: 13,
      name: 'A friend signs up',
      run: async () =>
        checkout
          .caller(await makeAccount(db))
          .affiliateSignup.join(affiliateSignup({ role: 'friend', reference: educator.id })),
    },
    {
      day: 14,
      name: 'An educator signs up with a membership',
      run: async () => {
        const account = await makeAccount(db);
        accounts.push(account);
        await checkout
          .caller(account)
          .affiliateSignup.join(makeSignupWithMembership({ reference: educator.id }));
      },
    },
    does(15, 'Upgrades', 'changes to Family', (buyer) => buyer.upgrade()),
    { day: 16, name: 'Staff send cards', run: async () => act(staff().cards.send, { ids: await cardIds() }) },
    does(17, 'Disputes', 'opens a dispute', async ({ purchaseId }) =>
      disputes.push(await control.dispute(await charge(purchaseId))),
    ),
    { day: 20, name: 'The dispute is won', run: () => control.closeDispute(latest(disputes), 'won') },
    does(21, 'Loses', 'opens a dispute', async ({ purchaseId }) =>
      disputes.push(await control.dispute(await charge(purchaseId))),
    ),
    { day: 24, name: 'The dispute is lost', run: () => control.closeDispute(latest(disputes), 'lost') },
    does(25, 'Stays', 'gets back a part', async ({ purchaseId }) =>
      stripe.refunds.create({ charge: await charge(purchaseId), amount: 500 }),
    ),
    does(26, 'Overdue', 'has a bad card', ({ customer }) =>
      control.changeCard(customer, DECLINED_WHEN_CHARGED_CARD),
    ),
    does(27, 'Unpaid', 'has a bad card', ({ customer }) =>
      control.changeCard(customer, DECLINED_WHEN_CHARGED_CARD),
    ),
    does(36, 'Overdue', 'has a good card again', ({ customer }) => control.changeCard(customer, GOOD_CARD)),
    does(40, 'Cancels', 'cancels', ({ caller, number }) => caller.memberships.cancel({ number })),
    does(41, 'Cancels', 'resumes', ({ caller, number }) => caller.memberships.resume({ number })),
    does(43, 'Cancels', 'cancels again', ({ caller, number }) => caller.memberships.cancel({ number })),
    does(45, 'Refunded', 'gets back everything', async ({ purchaseId }) =>
      stripe.refunds.create({ charge: await charge(purchaseId) }),
    ),
    { day: 46, name: 'A month is paid', run: payLastMonth },
    {
      day: 50,
      name: 'The educator files a W-9',
      run: () => makeW9(db, cipher, { accountId: educator.id }),
    },
    {
      day: 51,
      name: 'The educator adds a bank account',
      run: () =>
        checkout.caller(educator).affiliates.payouts.saveAccount({
          holderName: 'Edna Adams',
          routingNumber: '021000021',
          accountNumber: '000123456789',
          confirmNumber: '000123456789',
          kind: 'checking',
          currentPassword: PASSWORD,
        }),
    },
    does(52, 'Upgrades', 'schedules Individual', (buyer) => buyer.downgrade()),
    does(54, 'Upgrades', 'keeps Family', (buyer) => buyer.keepFamily()),
    does(56, 'Upgrades', 'schedules Individual again', (buyer) => buyer.downgrade()),
    { day: 76, name: 'The next month is paid', run: payLastMonth },
    { day: 80, name: 'A business changes up', run: () => latest(plans).upgrade() },
    {
      day: 90,
      name: 'A company removes a card',
      run: async () => {
        const { caller } = latest(companies);
        const { cards } = await caller.corporate.cards({});
        await caller.corporate.removeCard({ membershipId: latest(cards).id });
      },
    },
    does(100, 'Stays', 'buys for someone else', ({ caller }) =>
      caller.checkout.buyCard(makeCardPurchase({ reference: educator.id, buyAnother: true })),
    ),
    {
      day: 110,
      name: 'Another company buys and cancels',
      run: async () => {
        const company = await makeCompanyWithCards(db, checkout, { employees: employees(5) });
        await company.caller.corporate.cancel();
      },
    },
    {
      day: 120,
      name: 'A business cancels',
      run: async () => {
        const { caller } = await buyBusinessPlan(checkout);
        await caller.businessPlans.cancel();
      },
    },
    {
      day: 130,
      name: 'A company’s card is declined from now on',
      run: async () =>
        control.changeCard(await customerOf(latest(companies).purchaseId), DECLINED_WHEN_CHARGED_CARD),
    },
    {
      day: 140,
      name: 'A plan without programs',
      run: () => checkout.caller(latest(accounts)).businessPlans.purchase(businessPlanPurchase()),
    },
  ];
}
