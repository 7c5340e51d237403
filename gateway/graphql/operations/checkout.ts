import { z } from 'zod';
import { requireOwnAccount } from '#server/domains/accounts/account.service.ts';
import type { businessPlanInput } from '#server/domains/checkout/kinds/business-plan/business-plan.schema.ts';
import type { cardPurchaseInput } from '#server/domains/checkout/kinds/card/card-purchase.schema.ts';
import type { corporatePurchaseInput } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import type { companyForm } from '#server/domains/memberships/company/company.schema.ts';
import { inputOf, operation, withoutBlanks } from '../define-operation.ts';

/** Older clients send this plan's form as `info2`, and every other plan's as `info`. */
const INFO2_PLAN = 8;
const INVALID_PRICE_CENTS = -1;

/**
 * Converts dollars to cents, rounded to four decimals of a cent. Clients compute prices in floating point (6
 * × 49.95 is 299.70000000000005), and a 10% discount can leave half a cent.
 */
function toCents(dollars: number): number {
  const cents = Math.round(dollars * 1_000_000) / 10_000;
  return Math.abs(cents) <= Number.MAX_SAFE_INTEGER ? cents : INVALID_PRICE_CENTS;
}

/**
 * Converts '199.80' to cents. A missing price is undefined (D40). Invalid text becomes a price that never
 * matches the server's, so the purchase is rejected.
 */
function parseCents(price: unknown): number | undefined {
  if (price === undefined || price === null || price === '') return undefined;
  const [, dollars] = /^\$?(\d{1,7}(?:\.\d{1,15})?)$/.exec(String(price).trim()) ?? [];
  return dollars === undefined ? INVALID_PRICE_CENTS : toCents(Number(dollars));
}

function renamePromotionFields(promotionArgs: unknown) {
  const parsedArgs = z.record(z.string(), z.unknown()).safeParse(promotionArgs);
  if (!parsedArgs.success) return promotionArgs;
  const { additionalURL, online, validUntil, ...promotion } = withoutBlanks(parsedArgs.data);
  // The contract has a timestamp, but promotions expire at the end of a day.
  const day = typeof validUntil === 'string' ? validUntil.slice(0, 10) : validUntil;
  return { ...promotion, additionalUrl: additionalURL, isOnline: online, validUntil: day };
}

function convertBusinessPlanArgs(args: unknown): unknown {
  const { info, info2 } = z.record(z.string(), z.unknown()).parse(args);
  const isInfo2 = info2 !== null && info2 !== undefined;
  const planArgs = withoutBlanks((isInfo2 ? info2 : info) ?? {});
  const { price, promotions, plan = isInfo2 ? INFO2_PLAN : undefined, ...fields } = planArgs;
  const isPlanAllowed = isInfo2 ? plan === INFO2_PLAN && !info : plan !== INFO2_PLAN;
  return {
    ...fields,
    plan: isPlanAllowed ? plan : undefined,
    ...(Array.isArray(promotions) ? { promotions: promotions.map(renamePromotionFields) } : {}),
    shownTotalCents: parseCents(price),
  };
}

function convertCorporateArgs(args: unknown): unknown {
  const { total, employees = [], ...fields } = withoutBlanks(args);
  const shownTotalCents = typeof total === 'number' ? toCents(total) : undefined;
  return { ...fields, employees, shownTotalCents };
}

const accountArgs = z.object({ accountID: z.string().nullish() });

export const checkoutOperations = [
  operation({
    name: 'BuyCard',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, inputOf<typeof cardPurchaseInput>()),
    call: (caller, purchase) => caller.checkout.buyCard(purchase),
    present: ({ purchaseId }) => ({ id: purchaseId }),
  }),
  operation({
    name: 'purchaseBusinessPlan',
    kind: 'mutation',
    args: z.preprocess(convertBusinessPlanArgs, inputOf<typeof businessPlanInput>()),
    call: (caller, purchase) => caller.businessPlans.purchase(purchase),
    present: ({ purchaseId }) => ({ id: purchaseId }),
  }),
  operation({
    name: 'CheckCorporatePlan',
    kind: 'query',
    args: accountArgs,
    call: async (caller, { accountID }, { account }) => {
      const view = await caller.corporate.company();
      requireOwnAccount(accountID, account);
      return view;
    },
    present: ({ company, planCount }) => company && { id: company.id, plans: planCount },
  }),
  operation({
    name: 'RegisterCorporatePlan',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, inputOf<typeof companyForm>()),
    call: (caller, form) => caller.corporate.register(form),
    present: ({ id }) => ({ id }),
  }),
  operation({
    name: 'BuyCorporateCards',
    kind: 'mutation',
    args: z.preprocess(convertCorporateArgs, inputOf<typeof corporatePurchaseInput>()),
    call: (caller, purchase) => caller.corporate.purchase(purchase),
    present: ({ purchaseId }) => ({ id: purchaseId }),
  }),
];
