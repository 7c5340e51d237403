import { z } from 'zod';
import { corporatePurchaseInput } from '#server/checkout/corporate.schema.ts';
import { AppError } from '#server/errors.ts';
import { companyForm } from '#server/memberships/company.schema.ts';
import { operation, withoutBlanks } from '../operation.ts';

const NOT_A_TOTAL = -1;

/**
 * Dollars as a float in whole cents: clients that multiply 49.95 send 299.70000000000005. What cannot be one differs
 * from every price (DESIGN D2).
 */
function centsOf(total: unknown): number | undefined {
  if (total === undefined) return undefined;
  const cents = typeof total === 'number' ? Math.round(total * 100) : Number.NaN;
  return Number.isSafeInteger(cents) ? cents : NOT_A_TOTAL;
}

function purchaseArgs(args: unknown): unknown {
  const { total, employees = [], ...given } = withoutBlanks(args);
  return { ...given, employees, shownTotalCents: centsOf(total) };
}

const accountArgs = z.object({ accountID: z.string().nullish() });

export const corporateOperations = [
  operation({
    name: 'CheckCorporatePlan',
    kind: 'query',
    args: accountArgs,
    call: async (caller, { accountID }, { account }) => {
      const view = await caller.corporate.company();
      if (accountID && accountID.toLowerCase() !== account?.id) throw new AppError('ACCOUNT_MISMATCH');
      return view;
    },
    // Null until the company's form was sent.
    present: ({ company, planCount }) => company && { id: company.id, plans: planCount },
  }),
  operation({
    name: 'RegisterCorporatePlan',
    kind: 'mutation',
    args: z.preprocess(withoutBlanks, companyForm),
    call: (caller, form) => caller.corporate.register(form),
    present: ({ id }) => ({ id }),
  }),
  operation({
    name: 'BuyCorporateCards',
    kind: 'mutation',
    args: z.preprocess(purchaseArgs, corporatePurchaseInput),
    call: (caller, purchase) => caller.corporate.purchase(purchase),
    present: ({ purchaseId }) => ({ id: purchaseId }),
  }),
];
