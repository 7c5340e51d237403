import { z } from 'zod';
import { adoptCase, findAdoption } from '../../domains/checkout/repair/adopt-subscription.service.ts';
import { correctCase, findCorrections } from '../../domains/checkout/repair/correct-books.service.ts';
import {
  findUnfulfilledPurchase,
  fulfillCase,
} from '../../domains/checkout/repair/fulfill-purchase.service.ts';
import { planRefund, refundCase } from '../../domains/checkout/repair/refund-case.service.ts';
import {
  describeAdoption,
  describeCorrections,
  describeFailure,
  describeFulfillment,
  describeRefund,
  describeSettlement,
} from '../../domains/checkout/repair/repair-effects.service.ts';
import {
  failCase,
  findFailableCase,
  findSettleableCase,
  settleCase,
} from '../../domains/checkout/repair/repair-purchase.service.ts';
import { requestReconciliation } from '../../domains/reconciliation/nightly-reconciliation.service.ts';
import { formatCents } from '../../lib/money.ts';
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

/** The repairs do what `npm run purchases` does. */
export const purchasesRouter = router({
  detail: staffProcedure
    .input(repairInput)
    .output(purchaseDetail)
    .query(({ ctx, input }) => readPurchaseDetail(ctx, input.id)),
  settle: createAction(repairInput, async ({ deps }, { id }) => {
    const purchaseCase = await findSettleableCase(deps, id);
    return {
      effects: await describeSettlement(deps, purchaseCase),
      perform: (by) => settleCase(deps, purchaseCase, by),
      done: ({ status }) => `The purchase is ${status}.`,
    };
  }),
  fail: createAction(repairInput, async ({ deps }, { id }) => {
    const purchaseCase = await findFailableCase(deps, id);
    return {
      effects: await describeFailure(deps, purchaseCase),
      perform: (by) => failCase(deps, purchaseCase, by),
      done: (purchase) => (purchase ? `The purchase is ${purchase.status}.` : `${id} is canceled at Stripe.`),
    };
  }),
  refund: createAction(refundInput, async ({ deps }, { id, amount, keepsMembership }) => {
    const refund = await planRefund(deps, id, { amountCents: amount, keepsMembership });
    return {
      effects: describeRefund(deps, refund),
      perform: (by) => refundCase(deps, refund, by),
      done: `Refunded ${formatCents(refund.amountCents)} of ${refund.charge.id}.`,
    };
  }),
  adopt: createAction(adoptInput, async ({ deps }, { id, planId, email }) => {
    const adoption = await findAdoption(deps, id, { planId, email: email ?? undefined });
    return {
      effects: describeAdoption(adoption),
      perform: (by) => adoptCase(deps, adoption, by),
      done: (purchase) => `The purchase is ${purchase.status}. Its receipt went to ${purchase.email}.`,
    };
  }),
  fulfill: createAction(repairInput, async ({ deps }, { id }) => {
    const unfulfilledPurchase = await findUnfulfilledPurchase(deps, id);
    return {
      effects: describeFulfillment(unfulfilledPurchase),
      perform: (by) => fulfillCase(deps, unfulfilledPurchase, by),
      done: ({ email }) => `The purchase is fulfilled. Its receipt went to ${email}.`,
    };
  }),
  correct: createAction(repairInput, async ({ deps }, { id }) => {
    const correctableCase = await findCorrections(deps, id);
    return {
      effects: describeCorrections(correctableCase),
      perform: (by) => correctCase(deps, correctableCase, by),
      done: 'The purchase now matches Stripe.',
    };
  }),
  reconciliation: staffProcedure
    .output(reconciliationReport)
    .query(({ ctx }) => readReconciliation(ctx.deps.db)),
  reconcile: createAction(z.object({}), async ({ deps }) => ({
    effects: [
      'We compare Stripe’s charges, refunds, disputes, and subscriptions from the last three days with ours. Nothing changes.',
    ],
    perform: (by) => requestReconciliation(deps, by),
    done: 'The comparison has started. Its findings will appear here when it’s done.',
  })),
});
