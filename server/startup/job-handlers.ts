import { sendVerification } from '../accounts/email-verification.service.ts';
import { sendPasswordReset } from '../accounts/password-reset.service.ts';
import { BILL_LINKS } from '../billing/bill-link.ts';
import { listTrial } from '../business-plans/trial.service.ts';
import { syncChangedPlan } from '../checkout/plan-change/sync-plan.service.ts';
import { syncCharge } from '../checkout/purchase/sync/sync-charge.service.ts';
import { syncPayment } from '../checkout/purchase/sync/sync-payment.service.ts';
import { syncCustomer, syncSubscription } from '../checkout/purchase/sync/sync-subscription.service.ts';
import { signMail } from '../checkout/receipt/mail-link.service.ts';
import { getSellerContact } from '../content/content.service.ts';
import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/queue.ts';
import { createRunSharing } from '../jobs/share-runs.ts';
import { deliverMail } from '../mails/deliver-mail.ts';
import { syncSeats } from '../memberships/company/company-seats.service.ts';
import { inviteEmployees } from '../memberships/company/invitation.service.ts';
import { pushWalletPass } from '../memberships/wallet/wallet-push.service.ts';
import { type SyncResult, syncForEvent } from '../payments/events/event-outcome.service.ts';
import { syncProduct } from '../payments/stripe-order.service.ts';
import { anonymizeCustomer } from '../payments/stripe-saved-card.service.ts';
import { reconcileNight } from '../reconciliation/nightly-reconciliation.service.ts';
import { continueImport } from '../staff/imports/import-run.service.ts';
import { linkImportedSubscription } from '../staff/imports/members/link-subscription.service.ts';
import { findDuplicates } from '../stores/duplicates/find-duplicates.service.ts';

/**
 * Connects each job to its domain, so that a domain can enqueue another domain's jobs without importing it.
 */
export function createJobHandlers(deps: Deps): JobHandlers {
  // Stripe sends several events about a purchase at once, and each enqueues a sync.
  const shareSync = createRunSharing<SyncResult>();
  return {
    mail: async (mail, jobId) => {
      const signedMail = await signMail(deps, mail, BILL_LINKS);
      if (signedMail) await deliverMail(deps, await getSellerContact(deps.db), signedMail, jobId);
    },
    'password-reset': (request, jobId) => sendPasswordReset(deps, request, jobId),
    'verify-email': ({ accountId }, jobId) => sendVerification(deps, accountId, jobId),
    'list-trial': ({ accountId }) => listTrial(deps, accountId),
    'sync-subscription': ({ providerId }, jobId) =>
      syncForEvent(
        deps,
        jobId,
        shareSync(providerId, () => syncSubscription(deps, providerId)),
      ),
    'sync-customer': ({ customerId }, jobId) => syncForEvent(deps, jobId, syncCustomer(deps, customerId)),
    'anonymize-customer': ({ customerId }) => anonymizeCustomer(deps, customerId),
    'sync-payment': ({ providerId }, jobId) => syncForEvent(deps, jobId, syncPayment(deps, providerId)),
    'sync-charge': ({ chargeId }, jobId) => syncForEvent(deps, jobId, syncCharge(deps, chargeId)),
    'link-subscription': (payload) => linkImportedSubscription(deps, payload),
    'invite-employees': ({ companyId }) => inviteEmployees(deps, companyId),
    'push-wallet-pass': ({ membershipId }) => pushWalletPass(deps, membershipId),
    'continue-import': ({ importId }) => continueImport(deps, importId),
    'find-duplicates': () => findDuplicates(deps),
    reconcile: ({ night }) => reconcileNight(deps, night),
    'sync-plan': ({ subscriptionId }) => syncChangedPlan(deps, subscriptionId),
    'sync-product': ({ planId }) => syncProduct(deps, planId),
    'sync-seats': ({ accountId }) => syncSeats(deps, accountId),
  };
}
