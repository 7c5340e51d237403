import { inTransaction } from '#db/client.ts';
import { sendVerification } from '../../domains/accounts/email-verification.service.ts';
import { sendPasswordReset } from '../../domains/accounts/password-reset.service.ts';
import { sendSaleDigest } from '../../domains/affiliates/commissions/commission-mail.service.ts';
import { BILL_LINKS } from '../../domains/billing/bill-link.ts';
import { listTrial, notifyOfTrialEnd } from '../../domains/business-plans/trial.service.ts';
import { syncChangedPlan } from '../../domains/checkout/plan-change/sync-plan.service.ts';
import { syncCharge } from '../../domains/checkout/purchase/sync/sync-charge.service.ts';
import { syncPayment } from '../../domains/checkout/purchase/sync/sync-payment.service.ts';
import {
  syncCustomer,
  syncSubscription,
} from '../../domains/checkout/purchase/sync/sync-subscription.service.ts';
import { signMail } from '../../domains/checkout/receipt/mail-link.service.ts';
import { enqueueLaterReceipt, enqueueReceipt } from '../../domains/checkout/receipt/receipt-mail.service.ts';
import { attachReceipt } from '../../domains/checkout/receipt/receipt-rendering.service.ts';
import { getSellerContact } from '../../domains/content/content.service.ts';
import { syncSeats } from '../../domains/memberships/company/company-seats.service.ts';
import { notifyEmployees } from '../../domains/memberships/company/employee-notice.service.ts';
import { inviteEmployees } from '../../domains/memberships/company/invitation.service.ts';
import { pushWalletPass } from '../../domains/memberships/wallet/wallet-push.service.ts';
import { updateCustomerEmail } from '../../domains/payments/customer.service.ts';
import { type SyncResult, syncForEvent } from '../../domains/payments/events/event-outcome.service.ts';
import { syncProduct } from '../../domains/payments/stripe-order.service.ts';
import { anonymizeCustomer } from '../../domains/payments/stripe-saved-card.service.ts';
import { reconcileNight } from '../../domains/reconciliation/nightly-reconciliation.service.ts';
import { findDuplicates } from '../../domains/stores/duplicates/find-duplicates.service.ts';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandlers } from '../../platform/jobs/queue.ts';
import { createRunSharing } from '../../platform/jobs/share-runs.ts';
import { deliverMail } from '../../platform/mails/deliver-mail.ts';
import { continueImport } from '../../staff/imports/import-run.service.ts';
import { linkImportedSubscription } from '../../staff/imports/members/link-subscription.service.ts';

/**
 * Connects each job to its domain, so that a domain can enqueue another domain's jobs without importing it.
 */
export function createJobHandlers(deps: Deps): JobHandlers {
  // Stripe sends several events about a purchase at once, and each enqueues a sync.
  const shareSync = createRunSharing<SyncResult>();
  return {
    mail: async (mail, jobId) => {
      const signedMail = await signMail(deps, mail, BILL_LINKS);
      if (!signedMail) return;
      const seller = await getSellerContact(deps.db);
      await deliverMail(deps, seller, signedMail, jobId, () => attachReceipt(deps, mail));
    },
    'password-reset': (request, jobId) => sendPasswordReset(deps, request, jobId),
    'verify-email': ({ accountId }, jobId) => sendVerification(deps, accountId, jobId),
    'list-trial': ({ accountId }) => listTrial(deps, accountId),
    'trial-notice': (notice) => notifyOfTrialEnd(deps, notice),
    'sale-digest': (digest) => sendSaleDigest(deps, digest),
    'sync-subscription': ({ providerId }, jobId) =>
      syncForEvent(
        deps,
        jobId,
        shareSync(providerId, () => syncSubscription(deps, providerId)),
      ),
    'sync-customer': ({ customerId }, jobId) => syncForEvent(deps, jobId, syncCustomer(deps, customerId)),
    'update-customer': ({ accountId }) => updateCustomerEmail(deps, accountId),
    'anonymize-customer': ({ customerId }) => anonymizeCustomer(deps, customerId),
    'sync-payment': ({ providerId }, jobId) => syncForEvent(deps, jobId, syncPayment(deps, providerId)),
    'sync-charge': ({ chargeId }, jobId) => syncForEvent(deps, jobId, syncCharge(deps, chargeId)),
    receipt: (receipt, jobId) => inTransaction(deps.db, (trx) => enqueueReceipt(deps, trx, receipt, jobId)),
    'later-receipt': ({ receiptId }) => enqueueLaterReceipt(deps, receiptId),
    'link-subscription': (payload) => linkImportedSubscription(deps, payload),
    'invite-employees': ({ companyId }) => inviteEmployees(deps, companyId),
    'notify-employees': (notice) => notifyEmployees(deps, notice),
    'push-wallet-pass': ({ membershipId }) => pushWalletPass(deps, membershipId),
    'continue-import': ({ importId }) => continueImport(deps, importId),
    'find-duplicates': () => findDuplicates(deps),
    reconcile: ({ night }) => reconcileNight(deps, night),
    'sync-plan': ({ subscriptionId }) => syncChangedPlan(deps, subscriptionId),
    'sync-product': ({ planId }) => syncProduct(deps, planId),
    'sync-seats': ({ accountId }) => syncSeats(deps, accountId),
  };
}
