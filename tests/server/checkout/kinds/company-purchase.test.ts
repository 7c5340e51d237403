import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeAccount } from '#tests/helpers/factories/account.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  employee,
  employees,
  familyEmployee,
  makeCompany,
  makeCompanyForm,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';

const database = seededTestDb();
const checkout = testCheckout(database);

const ownAddress = {
  ownAddress: true,
  street1: '350 5TH AVE',
  street2: 'Suite 3',
  city: 'New York',
  state: 'new york',
  zip: '10118',
};

describe('[S2 corporate, S3 corporate purchase, S4 corporate] buying cards for employees', () => {
  it('gives each a card of plan 3 or 4 under the company’s plan 5, for a year, at the catalog’s price', async () => {
    const { caller, companyId } = await makeCompany(database.db, checkout());
    expect(await caller.corporate.company()).toMatchObject({
      company: { id: companyId, name: 'Nguyen Logistics' },
      planCount: 0,
      hasCards: false,
      plan: null,
    });
    const list = [...employees(3), familyEmployee(3, { ...ownAddress, email: ' Dana@example.com ' })];
    const { purchaseId } = await caller.corporate.purchase(
      makeCorporatePurchase({ employees: list, shownTotalCents: 24_975 }),
    );
    const [charge] = await checkout().listCharges(purchaseId);
    expect(charge?.amount).toBe(24_975);
    expect((await checkout().findPurchase(purchaseId)).quote).toMatchObject({
      interval: 'year',
      lines: [
        { description: 'Corporate Individual Card', quantity: 3, unitCents: 4995, amountCents: 14_985 },
        { description: 'Corporate Family Card', quantity: 1, unitCents: 9990, amountCents: 9990 },
      ],
    });
    const rows = await checkout().listMemberships(purchaseId);
    expect(rows.map(({ planId }) => planId).sort()).toEqual([3, 3, 3, 4, 5]);
    const days = (Number(rows[0]?.periodEnd) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(364);
    expect(days).toBeLessThan(367);
    expect(await caller.corporate.company()).toMatchObject({
      counts: { personal: 3, family: 1 },
      planCount: 5,
      hasCards: true,
      plan: {
        state: 'active',
        canCancel: true,
        canChange: true,
        nextCharge: { amountCents: 24_975 },
        payments: [{ receiptId: purchaseId, description: 'Corporate cards', amountCents: 24_975 }],
      },
    });
    const { count, cards } = await caller.corporate.cards({});
    expect(count).toBe(4);
    expect(cards.map(({ lastname }) => lastname)).toEqual([
      'Number000',
      'Number001',
      'Number002',
      'Number003',
    ]);
    expect(cards[0]).toMatchObject({
      plan: 3,
      email: null,
      address: null,
      invitation: 'none',
      state: 'active',
    });
    expect(cards[3]).toMatchObject({
      plan: 4,
      planName: 'Family',
      email: 'Dana@example.com',
      invitation: 'sent',
      spouseFirstName: 'Dana',
      familyMembers: ['Ella Reed'],
      address: { street1: '350 5TH AVE', street2: 'Suite 3', city: 'New York', state: 'NY', zip: '10118' },
    });
    // The company's own membership has no card (D30).
    const companyMemberships = await caller.memberships.mine();
    expect(companyMemberships).toMatchObject([
      { plan: 5, isCorporatePlan: true, canShowCard: false, canCancel: true },
    ]);
    expect(await caller.memberships.card({ number: companyMemberships[0]?.number ?? '' })).toMatchObject({
      shown: false,
      summary: { kind: 'not-a-card' },
    });
    const visitor = checkout().caller(null);
    expect(await visitor.verification.find({ number: cards[3]?.number ?? '' })).toMatchObject({
      updatedStatus: 'active',
      lastname: 'Number003',
      familyMembers: ['Ella Reed'],
    });
    expect(await visitor.verification.find({ number: companyMemberships[0]?.number ?? '' })).toMatchObject({
      individualCount: 3,
      familyCount: 1,
    });
    expect((await caller.viewer.user())?.hasValidMembership).toBe(false);
  });

  it('sends one receipt to the company’s address', async () => {
    const { caller } = await makeCompany(database.db, checkout(), { email: 'receipts@nguyen.example' });
    const { purchaseId } = await caller.corporate.purchase(makeCorporatePurchase());
    const receipts = checkout()
      .jobs.of('mail')
      .map((job) => JSON.stringify(job))
      .filter((job) => job.includes('"mail":"receipt"') && job.includes(purchaseId));
    expect(receipts).toHaveLength(1);
    expect(receipts[0]).toContain('"to":"receipts@nguyen.example"');
    expect(receipts[0]).toContain('"subject":"corporate plan"');
    expect(receipts[0]).toContain('Corporate Individual Card × 5');
  });

  it('[S5 corporate, S3 employee] reports the errors of every employee together and charges nothing', async () => {
    const { caller, account } = await makeCompany(database.db, checkout());
    const list = [
      ...employees(3),
      employee(3, { phone: '12' }),
      employee(4, { firstname: ' ', email: 'nobody', ownAddress: true, zip: 'x', state: 'Nowhere' }),
      familyEmployee(5, { family: [{ name: 'Ella' }, { name: '' }] }),
    ];
    const error = await captureError(caller.corporate.purchase(makeCorporatePurchase({ employees: list })));
    expect(error.fieldErrors).toEqual({
      'employees.3.phone': 'Please enter a phone number',
      'employees.4.firstname': 'Required Field',
      'employees.4.email': 'Invalid Email',
      'employees.4.street1': 'Required Field',
      'employees.4.city': 'Required Field',
      'employees.5.family.1.name': 'Required Field',
    });
    const largePurchase = makeCorporatePurchase({ employees: employees(501) });
    expect((await captureError(caller.corporate.purchase(largePurchase))).fieldErrors).toEqual({
      employees: 'Please add at most 500 employees at once',
    });
    const purchasesQuery = database.db
      .selectFrom('purchases')
      .select('id')
      .where('accountId', '=', account.id);
    expect(await purchasesQuery.execute()).toEqual([]);
  });

  it('does not store an address or a family that is switched off', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const employeeWithOptionsOff = familyEmployee(0, {
      ...ownAddress,
      ownAddress: false,
      familyPlan: false,
      zip: 'never asked',
    });
    await caller.corporate.purchase(
      makeCorporatePurchase({ employees: [employeeWithOptionsOff, ...employees(5).slice(1)] }),
    );
    const { cards } = await caller.corporate.cards({});
    expect(cards[0]).toMatchObject({ plan: 3, address: null, spouseFirstName: null, familyMembers: [] });
  });

  it('[S5 company form] validates the company form', async () => {
    const caller = checkout().caller(await makeAccount(database.db));
    const blank = { name: '', street1: '', city: '', state: '', zip: '', country: '', email: '', phone: '' };
    expect((await captureError(caller.corporate.register(makeCompanyForm(blank)))).fieldErrors).toEqual(
      Object.fromEntries(Object.keys(blank).map((field) => [field, 'Required Field'])),
    );
    const invalidForm = makeCompanyForm({ email: 'nobody' });
    expect((await captureError(caller.corporate.register(invalidForm))).fieldErrors).toEqual({
      email: 'Invalid Email',
    });
    const error = await captureError(caller.corporate.purchase(makeCorporatePurchase()));
    expect(error.code).toBe('COMPANY_NOT_FOUND');
  });
});

describe('[D31] a company’s only plan', () => {
  it('can’t be bought twice, and a company without cards can edit its form', async () => {
    const { caller, companyId } = await makeCompany(database.db, checkout());
    expect((await caller.corporate.register(makeCompanyForm({ name: 'Renamed Logistics' }))).id).toBe(
      companyId,
    );
    expect((await caller.corporate.company()).company?.name).toBe('Renamed Logistics');
    await caller.corporate.purchase(makeCorporatePurchase());
    const sentence = 'You already have a corporate membership. To add additional members, please contact us.';
    for (const attempt of [
      () => caller.corporate.purchase(makeCorporatePurchase()),
      () => caller.corporate.register(makeCompanyForm()),
    ]) {
      expect(await captureError(attempt())).toMatchObject({
        code: 'CORPORATE_PLAN_EXISTS',
        message: sentence,
      });
    }
  });

  it('is charged once for 12 different concurrent purchases', async () => {
    const { caller, account } = await makeCompany(database.db, checkout());
    const attempts = await Promise.allSettled(
      Array.from({ length: 12 }, (_, n) =>
        caller.corporate.purchase(makeCorporatePurchase({ employees: employees(5 + n) })),
      ),
    );
    const paidIds = attempts.flatMap((one) => (one.status === 'fulfilled' ? [one.value.purchaseId] : []));
    expect(paidIds).toHaveLength(1);
    const purchases = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('accountId', '=', account.id)
      .execute();
    const charges = await Promise.all(purchases.map(({ id }) => checkout().listCharges(id)));
    expect(charges.flat()).toHaveLength(1);
    expect((await caller.memberships.mine()).filter(({ plan }) => plan === 5)).toHaveLength(1);
  });

  it('[D41] is bought once per key, even after a decline', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const purchase = makeCorporatePurchase({ token: 'tok_chargeDeclined' });
    expect((await captureError(caller.corporate.purchase(purchase))).code).toBe('CARD_DECLINED');
    const paidResult = await caller.corporate.purchase({ ...purchase, token: 'tok_visa' });
    const repeatedResult = await caller.corporate.purchase({ ...purchase, token: 'tok_mastercard' });
    expect(repeatedResult).toEqual(paidResult);
    expect(await checkout().listCharges(paidResult.purchaseId)).toHaveLength(1);
    const other = { ...purchase, employees: employees(6) };
    expect((await captureError(caller.corporate.purchase(other))).code).toBe('KEY_REUSED');
  });

  it('requires the bank’s confirmation in the browser before anything is fulfilled', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const purchase = makeCorporatePurchase({ token: 'tok_threeDSecureRequired' });
    const challengedPurchase = await caller.corporate.purchase(purchase);
    expect(challengedPurchase.status).toBe('requires_action');
    expect((await caller.corporate.company()).hasCards).toBe(false);
    const result = await caller.corporate.purchase(makeCorporatePurchase());
    expect(result).toEqual({ status: 'paid', purchaseId: challengedPurchase.purchaseId });
    expect(await checkout().listCharges(challengedPurchase.purchaseId)).toHaveLength(1);
  });
});

describe('[D28] a company’s purchase', () => {
  it('is refused with another account’s id or company, or with the link in another account’s email', async () => {
    const ownCompany = await makeCompany(database.db, checkout());
    const other = await makeCompany(database.db, checkout());
    const foreignPurchase = makeCorporatePurchase({ accountID: other.account.id });
    expect((await captureError(ownCompany.caller.corporate.purchase(foreignPurchase))).code).toBe(
      'ACCOUNT_MISMATCH',
    );
    for (const planID of [other.companyId, randomUUID(), 'none']) {
      const error = await captureError(
        ownCompany.caller.corporate.purchase(makeCorporatePurchase({ planID })),
      );
      expect(error.code).toBe('COMPANY_NOT_FOUND');
    }
    const declinedPurchase = makeCorporatePurchase({ token: 'tok_chargeDeclined' });
    await captureError(other.caller.corporate.purchase(declinedPurchase));
    const failedPurchase = await database.db
      .selectFrom('purchases')
      .select('id')
      .where('accountId', '=', other.account.id)
      .executeTakeFirstOrThrow();
    const token = await checkout().deps.signer.sign('complete-payment', failedPurchase.id, { seconds: 60 });
    expect((await captureError(ownCompany.caller.corporate.reopen({ token }))).code).toBe(
      'PURCHASE_NOT_FOUND',
    );
    expect(await other.caller.corporate.reopen({ token })).toMatchObject({
      cart: { employees: [{ lastname: 'Number000' }, {}, {}, {}, {}], coupon: null },
      quote: { totalCents: 24_975 },
    });
  });
});
