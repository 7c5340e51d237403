import { formatCents } from '#server/lib/money.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';

export type BilledSubscription = RouterOutputs['billing']['mine'][number];
export type OverdueSubscription = BilledSubscription & { bill: NonNullable<BilledSubscription['bill']> };

/** Query options that bypass the cache and turn off retries. */
export const FRESH = { staleTime: 0, retry: false } as const;

export function listOverdue(billed: readonly BilledSubscription[]): OverdueSubscription[] {
  return billed.flatMap((subscription) => {
    const { bill } = subscription;
    return bill ? { ...subscription, bill } : [];
  });
}

export function sumBills(overdue: readonly OverdueSubscription[]): number {
  return overdue.reduce((sum, { bill }) => sum + bill.amountCents, 0);
}

/** Returns the bills that the form will pay and their total, or null if nothing is due. */
export function listBillsToPay(overdue: readonly OverdueSubscription[]) {
  if (overdue.length === 0) return null;
  return { subscriptionIds: overdue.map(({ id }) => id), totalCents: sumBills(overdue) };
}

export function formatPayLabel(overdue: readonly OverdueSubscription[]): string {
  return overdue.length === 0 ? 'Save card' : `Update card and pay ${formatCents(sumBills(overdue))}`;
}

/** True if the subscription is active, which means that nothing is due. */
export function isPaid(billed: readonly BilledSubscription[], id: string): boolean {
  return billed.some((subscription) => subscription.id === id && subscription.nextChargeAt !== null);
}
