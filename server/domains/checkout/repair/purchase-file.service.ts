import type { Deps } from '../../../platform/deps.ts';
import { listPostingsOfPurchase, type ReportedPosting } from '../../ledger/ledger-report.service.ts';
import { listSaleCharges, type SaleCharge, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { isOpen } from '../purchase/purchase.schema.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import {
  findAuditEntries,
  findMemberships,
  findPromoHold,
  findQueuedMails,
  findRecordedPayments,
  isFulfilled,
} from './purchase-file.repository.ts';
import { REPAIR_ACTIONS, type RepairAction } from './repair-purchase.service.ts';

/** Everything that our database and Stripe have about one purchase. */
export interface PurchaseFile extends PurchaseCase {
  charges: Array<{ sale: StripeSale; charges: SaleCharge[] }>;
  /** True if what was bought exists, or if there is nothing to create. */
  isFulfilled: boolean;
  hold: Awaited<ReturnType<typeof findPromoHold>>;
  memberships: Awaited<ReturnType<typeof findMemberships>>;
  payments: Awaited<ReturnType<typeof findRecordedPayments>>;
  postings: ReportedPosting[];
  mails: Awaited<ReturnType<typeof findQueuedMails>>;
  repairs: Awaited<ReturnType<typeof findAuditEntries>>;
}

export async function readPurchaseFile(deps: Deps, id: string): Promise<PurchaseFile> {
  const purchaseCase = await findCase(deps, id);
  const { purchase, sales } = purchaseCase;
  const { db, kinds } = deps;
  const charges: PurchaseFile['charges'] = [];
  for (const sale of sales) charges.push({ sale, charges: await listSaleCharges(deps, sale) });
  const memberships = purchase ? await findMemberships(db, purchase.id) : [];
  return {
    ...purchaseCase,
    charges,
    isFulfilled: !purchase || kinds[purchase.kind].billing === 'once' || (await isFulfilled(db, purchase.id)),
    hold: purchase && (await findPromoHold(db, purchase.id)),
    memberships,
    payments: purchase ? await findRecordedPayments(db, purchase.id) : [],
    postings: purchase ? await listPostingsOfPurchase(db, purchase.id) : [],
    mails: purchase ? await findQueuedMails(db, purchase.email) : [],
    repairs: await findAuditEntries(db, listSubjects({ ...purchaseCase, memberships })),
  };
}

/** Returns the repairs that may apply. Each repair checks again whether it can run. */
export function listRepairs({
  purchase,
  charges,
  sales,
  isFulfilled: isComplete,
}: PurchaseFile): RepairAction[] {
  const isRefundable = charges
    .flatMap((sale) => sale.charges)
    .some((charge) => charge.status === 'succeeded' && charge.refundedCents < charge.amountCents);
  const hasSubscription = sales.some(({ type }) => type === 'subscription');
  const isApplicable: Record<RepairAction, boolean> = {
    settle: purchase !== undefined,
    refund: isRefundable,
    fail: purchase ? isOpen(purchase) : hasSubscription,
    adopt: purchase === undefined && hasSubscription,
    fulfill: purchase?.status === 'paid' && !isComplete,
    correct: purchase !== undefined && charges.length > 0,
  };
  return REPAIR_ACTIONS.filter((action) => isApplicable[action]);
}

/** Returns the audit log's subjects for a purchase, its memberships, and its sales. */
export function listSubjects({
  id,
  purchase,
  sales,
  memberships,
}: Pick<PurchaseFile, 'id' | 'purchase' | 'sales' | 'memberships'>): string[] {
  return [
    `stripe:${id}`,
    ...sales.map((sale) => `stripe:${sale.id}`),
    ...memberships.map((membership) => `membership:${membership.id}`),
    ...(purchase ? [`purchase:${purchase.id}`] : []),
  ];
}
