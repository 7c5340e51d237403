import type { Deps } from '../../deps.ts';
import { listSaleCharges, type SaleCharge, type StripeSale } from '../../payments/stripe-sale.service.ts';
import { findCase, type PurchaseCase } from './purchase-case.service.ts';
import {
  findAuditEntries,
  findMemberships,
  findPromoHold,
  findQueuedMails,
  findRecordedPayments,
} from './purchase-file.repository.ts';

/** Everything that our database and Stripe have about one purchase. */
export interface PurchaseFile extends PurchaseCase {
  charges: Array<{ sale: StripeSale; charges: SaleCharge[] }>;
  hold: Awaited<ReturnType<typeof findPromoHold>>;
  memberships: Awaited<ReturnType<typeof findMemberships>>;
  payments: Awaited<ReturnType<typeof findRecordedPayments>>;
  mails: Awaited<ReturnType<typeof findQueuedMails>>;
  repairs: Awaited<ReturnType<typeof findAuditEntries>>;
}

export async function readPurchaseFile(deps: Deps, id: string): Promise<PurchaseFile> {
  const purchaseCase = await findCase(deps, id);
  const { purchase, sales } = purchaseCase;
  const { db } = deps;
  const charges: PurchaseFile['charges'] = [];
  for (const sale of sales) charges.push({ sale, charges: await listSaleCharges(deps, sale) });
  const memberships = purchase ? await findMemberships(db, purchase.id) : [];
  const subjects = [
    `stripe:${id}`,
    ...sales.map((sale) => `stripe:${sale.id}`),
    ...memberships.map((membership) => `membership:${membership.id}`),
    ...(purchase ? [`purchase:${purchase.id}`] : []),
  ];
  return {
    ...purchaseCase,
    charges,
    hold: purchase && (await findPromoHold(db, purchase.id)),
    memberships,
    payments: purchase ? await findRecordedPayments(db, purchase.id) : [],
    mails: purchase ? await findQueuedMails(db, purchase.email) : [],
    repairs: await findAuditEntries(db, subjects),
  };
}
