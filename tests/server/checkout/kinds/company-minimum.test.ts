import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  computePlanCount,
  countCards,
  employee,
  meetsMinimum,
} from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { captureError } from '#tests/helpers/purchases/business-plan.ts';
import { testCheckout } from '#tests/helpers/purchases/checkout.ts';
import {
  employees,
  makeCompany,
  makeCompanyWithCards,
  makeCorporatePurchase,
} from '#tests/helpers/purchases/company.ts';

const MINIMUM_MESSAGE = 'For a valid Corporate Plan, you must purchase at least 5 everything cards.';

const database = seededTestDb();
const checkout = testCheckout(database);

/** Every combination of 0 to 6 personal and 0 to 3 family cards, with the expected result. */
const COMBINATIONS = Array.from({ length: 7 }, (_, personal) =>
  Array.from({ length: 4 }, (_, family) => {
    const cards = [...Array(personal).fill(1), ...Array(family).fill(2)].reduce((a, b) => a + b, 0);
    return { personal, family, enough: cards > 4 };
  }),
).flat();

describe('[S5 corporate, S9 corporate] the minimum of 5 cards, where a family card counts as two', () => {
  test.each(COMBINATIONS)(
    'is met by $personal personal and $family family cards: $enough',
    async ({ personal, family, enough }) => {
      const { caller, account } = await makeCompany(database.db, checkout());
      const attempt = caller.corporate.purchase(
        makeCorporatePurchase({ employees: employees(personal, family) }),
      );
      if (enough) {
        const { purchaseId } = await attempt;
        const [charge] = await checkout().listCharges(purchaseId);
        expect(charge?.amount).toBe(personal * 4995 + family * 9990);
        const plans = (await checkout().listMemberships(purchaseId)).map(({ planId }) => planId).sort();
        expect(plans).toEqual([...Array(personal).fill(3), ...Array(family).fill(4), 5]);
      } else {
        const error = await captureError(attempt);
        expect(error).toMatchObject({
          code: 'CORPORATE_MINIMUM',
          message: MINIMUM_MESSAGE,
          fieldErrors: { employees: MINIMUM_MESSAGE },
        });
        const purchases = await database.db
          .selectFrom('purchases')
          .select('id')
          .where('accountId', '=', account.id)
          .execute();
        expect(purchases).toEqual([]);
      }
    },
  );

  it('[D73] is met by a person who is listed twice only if the buyer keeps both', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const list = employees(4);
    const repeated = [...list, ...list.slice(0, 1)];
    const buy = (keepsRepeated: boolean) =>
      caller.corporate.purchase(makeCorporatePurchase({ employees: repeated, keepsRepeated }));
    expect((await captureError(buy(false))).fieldErrors).toEqual({
      employees: expect.stringMatching(/^Employee 0 Number000 is on this list more than once\./),
    });
    expect(await buy(true)).toMatchObject({ status: 'paid' });
  });

  it('applies to any list of employees', () => {
    const draft = fc.record({
      firstname: fc.constant('Ann'),
      lastname: fc.constant('Smith'),
      phone: fc.constant('303 555 0147'),
      familyPlan: fc.option(fc.boolean(), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 12 }), (drafts) => {
        let cardCount = 0;
        for (const { familyPlan } of drafts) cardCount += familyPlan ? 2 : 1;
        const parsedEmployees = drafts.map((one) => employee.parse(one));
        for (const list of [drafts, parsedEmployees]) {
          expect(computePlanCount(countCards(list))).toBe(cardCount);
          expect(meetsMinimum(countCards(list))).toBe(cardCount >= 5);
        }
      }),
    );
  });

  it('[D31] is checked before the client’s amounts and before the card', async () => {
    const { caller } = await makeCompany(database.db, checkout());
    const wrongTotals = {
      planCount: 77,
      totalPlans: { personal: 9, family: 9 },
      shownTotalCents: 1,
      token: null,
    };
    const tooSmallPurchase = makeCorporatePurchase({ ...wrongTotals, employees: employees(4) });
    expect((await captureError(caller.corporate.purchase(tooSmallPurchase))).message).toBe(MINIMUM_MESSAGE);
    const emptyPurchase = makeCorporatePurchase({ ...wrongTotals, employees: [] });
    expect((await captureError(caller.corporate.purchase(emptyPurchase))).message).toBe(MINIMUM_MESSAGE);
    const validPurchase = makeCorporatePurchase(wrongTotals);
    expect((await captureError(caller.corporate.purchase(validPurchase))).code).toBe('PRICE_CHANGED');
    const cardless = makeCorporatePurchase({ token: null });
    expect((await captureError(caller.corporate.purchase(cardless))).code).toBe('CARD_INVALID');
  });
});

describe('[D73] a corrected list of cards to add', () => {
  it('charges nobody again who has a card, unless the buyer keeps both', async () => {
    const { caller } = await makeCompanyWithCards(database.db, checkout());
    const add = (count: number, keepsRepeated: boolean) =>
      caller.corporate.addSeats(makeCorporatePurchase({ employees: employees(count), keepsRepeated }));
    const people = await caller.corporate.cardPeople();
    expect(people).toContainEqual({ ...employees(1)[0], email: null });
    const { message } = await captureError(add(7, false));
    expect(message).toMatch(
      /^Employee 0 Number000, .*, Employee 4 Number004 already have cards on this plan\./,
    );
    expect((await caller.corporate.cards({})).count).toBe(5);
    const newcomer = makeCorporatePurchase({ employees: employees(6).slice(5), keepsRepeated: false });
    const result = await caller.corporate.addSeats(newcomer);
    expect(await caller.corporate.addSeats(newcomer)).toEqual(result);
    await add(1, true);
    expect((await caller.corporate.cards({})).count).toBe(7);
  });
});
