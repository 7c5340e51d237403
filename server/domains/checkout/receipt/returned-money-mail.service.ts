import { inTransaction, type Trx } from '#db/client.ts';
import { derivedId } from '../../../lib/ids.ts';
import type { Deps } from '../../../platform/deps.ts';
import { getSellerContact } from '../../content/content.service.ts';
import type { OpenDispute } from '../../payments/payment.service.ts';
import { getPurchaseKind } from '../kinds/index.ts';
import type { Purchase } from '../purchase/purchase.schema.ts';

/**
 * Emails the buyer that the plan ended because its money was returned. A subscription gets only one such
 * email.
 */
export async function enqueuePlanEnded(
  { db, jobs }: Deps,
  purchase: Purchase,
  subscriptionId: string,
  { cause, amountCents }: { cause: 'refund' | 'dispute'; amountCents: number },
): Promise<void> {
  const { subject, greetingName } = getPurchaseKind(purchase).summarize(purchase);
  await inTransaction(db, (trx) =>
    jobs.enqueue(
      trx,
      'mail',
      {
        mail: 'plan-ended',
        to: purchase.email,
        props: { subject, firstname: greetingName, cause, amountCents },
      },
      { id: derivedId('plan-ended', subscriptionId) },
    ),
  );
}

/**
 * Emails the support address about each new dispute, with the deadline for evidence. A dispute gets only one
 * such email.
 */
export async function enqueueDisputesOpened(
  deps: Deps,
  trx: Trx,
  purchase: Purchase,
  disputes: readonly OpenDispute[],
): Promise<void> {
  const { email } = await getSellerContact(trx);
  if (!email) return;
  for (const { id, amountCents, reason, evidenceDueAt } of disputes) {
    const props = {
      disputeId: id,
      purchaseNumber: purchase.id,
      amountCents,
      reason,
      evidenceDueAt: evidenceDueAt?.toISOString() ?? null,
      receiptUrl: { kind: 'staff-receipt', id: purchase.id } as const,
    };
    const jobId = derivedId(`dispute-opened:${id}`, purchase.id);
    await deps.jobs.enqueue(trx, 'mail', { mail: 'dispute-opened', to: email, props }, { id: jobId });
  }
}
