import { z } from 'zod';
import { adoptCase } from '../../domains/checkout/repair/adopt-subscription.service.ts';
import { correctCase } from '../../domains/checkout/repair/correct-books.service.ts';
import { fulfillCase } from '../../domains/checkout/repair/fulfill-purchase.service.ts';
import { refundCase } from '../../domains/checkout/repair/refund-case.service.ts';
import { previewRepair, type RepairOptions } from '../../domains/checkout/repair/repair-preview.service.ts';
import {
  failCase,
  type RepairAction,
  settleCase,
} from '../../domains/checkout/repair/repair-purchase.service.ts';
import { requestReconciliation } from '../../domains/reconciliation/nightly-reconciliation.service.ts';
import { formatCents } from '../../lib/money.ts';
import type { AccountContext } from '../../platform/context.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { router } from '../../platform/trpc.ts';
import { createAction } from '../kit/action.ts';
import { staffProcedure } from '../kit/procedure.ts';
import {
  adoptInput,
  purchaseDetail,
  reconciliationReport,
  refundInput,
  repairInput,
} from './purchase.schema.ts';
import { readPurchaseDetail, readReconciliation } from './purchase.service.ts';

const WHOLE: RepairOptions = { amountCents: null, keepsMembership: false };

/** Creates an action that repairs one purchase, as `npm run purchases` does. */
function createRepair<Values extends { id: string }, Input>(
  action: RepairAction,
  input: z.ZodType<Values, Input>,
  readOptions: (values: Values) => RepairOptions,
  perform: (deps: AccountContext['deps'], values: Values, by: StaffAuthor) => Promise<string>,
) {
  return createAction({
    input,
    preview: async ({ deps }, values) => {
      const effects = await previewRepair(deps, action, values.id, readOptions(values));
      return { effects, state: effects };
    },
    perform: ({ deps }, values, by) => perform(deps, values, by),
  });
}

export const purchasesRouter = router({
  detail: staffProcedure
    .input(repairInput)
    .output(purchaseDetail)
    .query(({ ctx, input }) => readPurchaseDetail(ctx, input.id)),
  settle: createRepair(
    'settle',
    repairInput,
    () => WHOLE,
    async (deps, { id }, by) => {
      const purchase = await settleCase(deps, id, by);
      return `The purchase is ${purchase.status}.`;
    },
  ),
  fail: createRepair(
    'fail',
    repairInput,
    () => WHOLE,
    async (deps, { id }, by) => {
      const purchase = await failCase(deps, id, by);
      return purchase ? `The purchase is ${purchase.status}.` : `${id} is canceled at Stripe.`;
    },
  ),
  refund: createRepair(
    'refund',
    refundInput,
    ({ amount, keepsMembership }) => ({ amountCents: amount, keepsMembership }),
    async (deps, { id, amount, keepsMembership }, by) => {
      const options = { amountCents: amount, keepsMembership, ...by };
      const { chargeId, amountCents } = await refundCase(deps, id, options);
      return `Refunded ${formatCents(amountCents)} of ${chargeId}.`;
    },
  ),
  adopt: createRepair(
    'adopt',
    adoptInput,
    ({ planId, email }) => ({ ...WHOLE, planId, email: email ?? undefined }),
    async (deps, { id, planId, email }, by) => {
      const purchase = await adoptCase(deps, id, { planId, email: email ?? undefined, ...by });
      return `The purchase is ${purchase.status}. Its receipt went to ${purchase.email}.`;
    },
  ),
  fulfill: createRepair(
    'fulfill',
    repairInput,
    () => WHOLE,
    async (deps, { id }, by) => {
      const purchase = await fulfillCase(deps, id, by);
      return `The purchase is fulfilled. Its receipt went to ${purchase.email}.`;
    },
  ),
  correct: createRepair(
    'correct',
    repairInput,
    () => WHOLE,
    async (deps, { id }, by) => {
      await correctCase(deps, id, by);
      return 'The purchase now matches Stripe.';
    },
  ),
  reconciliation: staffProcedure
    .output(reconciliationReport)
    .query(({ ctx }) => readReconciliation(ctx.deps.db)),
  reconcile: createAction({
    input: z.object({}),
    preview: async () => ({
      effects: [
        'We compare Stripe’s charges, refunds, disputes, and subscriptions from the last three days with ours. Nothing changes.',
      ],
      state: null,
    }),
    perform: async ({ deps }, _values, by) => {
      await requestReconciliation(deps, by);
      return 'The comparison has started. Its findings will appear here when it’s done.';
    },
  }),
});
