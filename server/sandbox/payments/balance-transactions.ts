import { z } from 'zod';
import { page, paginate } from '../http/lists.ts';
import { expand, read, text } from '../http/params.ts';
import type { Route } from '../http/route.ts';
import { newId } from '../state/ids.ts';
import type { Records } from '../state/records.ts';
import type { World } from '../state/world.ts';

type BalanceTransaction = Records['balance_transaction'];

const DAY_SECONDS = 86_400;
const SETTLEMENT_DAYS = 2;
export const DISPUTE_FEE_CENTS = 1500;

/** Returns Stripe's US card fee in cents: 2.9% plus 30 cents. */
export function computeProcessingFee(amount: number): number {
  return Math.round(amount * 0.029) + 30;
}

interface Movement {
  readonly type: 'charge' | 'refund' | 'refund_failure' | 'adjustment';
  readonly reporting_category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
  /** Negative if money leaves the balance. */
  readonly amount: number;
  readonly fee: { readonly amount: number; readonly description: string } | null;
  readonly source: string;
  readonly currency: string;
  readonly description: string | null;
}

export function recordBalanceTransaction(world: World, { fee, ...movement }: Movement): BalanceTransaction {
  const feeAmount = fee?.amount ?? 0;
  return world.store.put('balance_transaction', {
    ...movement,
    id: newId('txn'),
    object: 'balance_transaction',
    available_on: world.now() + SETTLEMENT_DAYS * DAY_SECONDS,
    balance_type: 'payments',
    created: world.now(),
    exchange_rate: null,
    fee: feeAmount,
    fee_details:
      fee === null ? [] : [{ ...fee, application: null, currency: movement.currency, type: 'stripe_fee' }],
    net: movement.amount - feeAmount,
    status: 'pending',
  });
}

const listParams = z.strictObject({
  ...page,
  source: text.optional(),
  expand: expand.optional(),
});

export const balanceTransactionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/balance_transactions',
    handle: ({ world, form }) => {
      const params = read(listParams, form);
      const rows = params.source
        ? world.store.list('balance_transaction', 'source', params.source)
        : world.store.list('balance_transaction');
      return paginate(rows, params, '/v1/balance_transactions');
    },
  },
];
