import type { z } from 'zod';
import {
  accountDeletedMail,
  accountDeletedMailProps,
  changeEmailMail,
  changeEmailMailProps,
  emailChangedMail,
  emailChangedMailProps,
  emailChangeRequestedMail,
  emailChangeRequestedMailProps,
  emailTakenMail,
  emailTakenMailProps,
  passwordChangedMail,
  passwordChangedMailProps,
  passwordResetMail,
  passwordResetMailProps,
  verifyEmailMail,
  verifyEmailMailProps,
  welcomeMail,
  welcomeMailProps,
} from './account-mails.ts';
import {
  affiliateWelcomeMail,
  affiliateWelcomeMailProps,
  payoutAccountChangedMail,
  payoutAccountChangedMailProps,
  payoutHeldMail,
  payoutHeldMailProps,
  payoutReturnedMail,
  payoutReturnedMailProps,
  payoutSentMail,
  payoutSentMailProps,
} from './affiliates/affiliate-mails.ts';
import {
  commissionAdjustedMail,
  commissionAdjustedMailProps,
  saleDigestMail,
  saleDigestMailProps,
  saleMadeMail,
  saleMadeMailProps,
} from './affiliates/commission-mails.ts';
import {
  businessPlanChangeMail,
  businessPlanChangeMailProps,
  planCancelledMail,
  planCancelledMailProps,
  programSetupMail,
  programSetupMailProps,
  trialEndingMail,
  trialEndingMailProps,
  trialRepeatedMail,
  trialRepeatedMailProps,
  trialStartedMail,
  trialStartedMailProps,
} from './business-mails.ts';
import {
  employeeCardChangeMail,
  employeeCardChangeMailProps,
  employeeInvitationMail,
  employeeInvitationMailProps,
} from './employee-mails.ts';
import {
  claimLinkMail,
  claimLinkMailProps,
  memberInvitationMail,
  memberInvitationMailProps,
  membershipExtendedMail,
  membershipExtendedMailProps,
  membershipGrantedMail,
  membershipGrantedMailProps,
} from './granted-mails.ts';
import { renderMail } from './layout/render-mail.ts';
import type { MailContent, MailContext, RenderedMail } from './mail-content.ts';
import type { MailPurpose } from './mail-purpose.ts';
import {
  completePaymentMail,
  completePaymentMailProps,
  membershipCancelledMail,
  membershipCancelledMailProps,
  membershipLinkMail,
  membershipLinkMailProps,
  membershipResumedMail,
  membershipResumedMailProps,
  planChangeMail,
  planChangeMailProps,
  planEndedMail,
  planEndedMailProps,
  purchaseFailedMail,
  purchaseFailedMailProps,
} from './membership-mails.ts';
import {
  newsletterConfirmMail,
  newsletterConfirmMailProps,
  newsletterMail,
  newsletterMailProps,
} from './newsletter-mail.ts';
import {
  cardCameBackMail,
  cardCameBackMailProps,
  cardRequestedMail,
  cardRequestedMailProps,
  cardSentMail,
  cardSentMailProps,
} from './physical-card-mails.ts';
import {
  chargeReturnedMail,
  chargeReturnedMailProps,
  paymentReturnedMail,
  paymentReturnedMailProps,
  renewalReceiptMail,
} from './receipt/later-receipt-mails.ts';
import { receiptMail } from './receipt/receipt-mail.ts';
import { receiptMailProps } from './receipt/receipt-mail-props.ts';
import {
  cardExpiringMail,
  cardExpiringMailProps,
  renewalReminderMail,
  renewalReminderMailProps,
} from './renewal-reminder-mails.ts';
import {
  disputeOpenedMail,
  disputeOpenedMailProps,
  reconciliationMail,
  reconciliationMailProps,
  staffMessageMail,
  staffMessageMailProps,
} from './staff-mails.ts';
import {
  endedUnpaidMail,
  endedUnpaidMailProps,
  unpaidMail,
  unpaidMailProps,
} from './unpaid-renewal-mails.ts';
import { rewardSentMail, rewardSentMailProps } from './webinar-mails.ts';

function defineMail<Props extends z.ZodType>(
  purpose: MailPurpose,
  props: Props,
  content: (props: z.output<Props>, context: MailContext) => MailContent,
) {
  return {
    purpose,
    props,
    render: (stored: unknown, context: MailContext) =>
      renderMail(content(props.parse(stored), context), context),
  };
}

/** All types of emails. Jobs store these names, so don't rename them. */
export const MAILS = {
  receipt: defineMail('requested', receiptMailProps, receiptMail),
  'renewal-receipt': defineMail('renewal', receiptMailProps, renewalReceiptMail),
  'payment-returned': defineMail('notice', paymentReturnedMailProps, paymentReturnedMail),
  'charge-returned': defineMail('notice', chargeReturnedMailProps, chargeReturnedMail),
  welcome: defineMail('requested', welcomeMailProps, welcomeMail),
  'password-reset': defineMail('requested', passwordResetMailProps, passwordResetMail),
  'verify-email': defineMail('requested', verifyEmailMailProps, verifyEmailMail),
  'change-email': defineMail('requested', changeEmailMailProps, changeEmailMail),
  'email-change-requested': defineMail('requested', emailChangeRequestedMailProps, emailChangeRequestedMail),
  'email-changed': defineMail('requested', emailChangedMailProps, emailChangedMail),
  'password-changed': defineMail('requested', passwordChangedMailProps, passwordChangedMail),
  'account-deleted': defineMail('requested', accountDeletedMailProps, accountDeletedMail),
  'email-taken': defineMail('notice', emailTakenMailProps, emailTakenMail),
  'card-declined': defineMail('notice', unpaidMailProps, unpaidMail('membership')),
  'membership-cancelled': defineMail('requested', membershipCancelledMailProps, membershipCancelledMail),
  'membership-link': defineMail('requested', membershipLinkMailProps, membershipLinkMail),
  'membership-resumed': defineMail('requested', membershipResumedMailProps, membershipResumedMail),
  'membership-granted': defineMail('notice', membershipGrantedMailProps, membershipGrantedMail),
  'membership-extended': defineMail('notice', membershipExtendedMailProps, membershipExtendedMail),
  'claim-link': defineMail('requested', claimLinkMailProps, claimLinkMail),
  'plan-change': defineMail('requested', planChangeMailProps, planChangeMail),
  'plan-ended': defineMail('notice', planEndedMailProps, planEndedMail),
  'complete-payment': defineMail('requested', completePaymentMailProps, completePaymentMail),
  'purchase-failed': defineMail('notice', purchaseFailedMailProps, purchaseFailedMail),
  'card-requested': defineMail('requested', cardRequestedMailProps, cardRequestedMail),
  'card-sent': defineMail('shipping', cardSentMailProps, cardSentMail),
  'card-came-back': defineMail('notice', cardCameBackMailProps, cardCameBackMail),
  'plan-declined': defineMail('notice', unpaidMailProps, unpaidMail('business plan')),
  'company-declined': defineMail('notice', unpaidMailProps, unpaidMail('corporate plan')),
  'ended-unpaid': defineMail('notice', endedUnpaidMailProps, endedUnpaidMail),
  'renewal-reminder': defineMail('notice', renewalReminderMailProps, renewalReminderMail),
  'card-expiring': defineMail('notice', cardExpiringMailProps, cardExpiringMail),
  'plan-cancelled': defineMail('requested', planCancelledMailProps, planCancelledMail),
  'business-plan-change': defineMail('requested', businessPlanChangeMailProps, businessPlanChangeMail),
  'trial-repeated': defineMail('notice', trialRepeatedMailProps, trialRepeatedMail),
  'trial-ending': defineMail('notice', trialEndingMailProps, trialEndingMail),
  'trial-started': defineMail('requested', trialStartedMailProps, trialStartedMail),
  'affiliate-welcome': defineMail('requested', affiliateWelcomeMailProps, affiliateWelcomeMail),
  'payout-account-changed': defineMail('requested', payoutAccountChangedMailProps, payoutAccountChangedMail),
  'sale-made': defineMail('notice', saleMadeMailProps, saleMadeMail),
  'sale-digest': defineMail('notice', saleDigestMailProps, saleDigestMail),
  'commission-adjusted': defineMail('notice', commissionAdjustedMailProps, commissionAdjustedMail),
  'payout-sent': defineMail('notice', payoutSentMailProps, payoutSentMail),
  'payout-held': defineMail('notice', payoutHeldMailProps, payoutHeldMail),
  'payout-returned': defineMail('notice', payoutReturnedMailProps, payoutReturnedMail),
  'programs-wanted': defineMail('staff', programSetupMailProps, programSetupMail),
  'employee-invitation': defineMail('notice', employeeInvitationMailProps, employeeInvitationMail),
  'employee-card-change': defineMail('notice', employeeCardChangeMailProps, employeeCardChangeMail),
  'member-invitation': defineMail('notice', memberInvitationMailProps, memberInvitationMail),
  'newsletter-confirm': defineMail('notice', newsletterConfirmMailProps, newsletterConfirmMail),
  newsletter: defineMail('marketing', newsletterMailProps, newsletterMail),
  'staff-message': defineMail('staff', staffMessageMailProps, staffMessageMail),
  reconciliation: defineMail('staff', reconciliationMailProps, reconciliationMail),
  'dispute-opened': defineMail('staff', disputeOpenedMailProps, disputeOpenedMail),
  'reward-sent': defineMail('shipping', rewardSentMailProps, rewardSentMail),
};

export type MailName = keyof typeof MAILS;

/** An email as its job stores it, in JSON. Instants are ISO 8601 strings. */
export type StoredMail = {
  [Name in MailName]: { mail: Name; to: string; props: z.input<(typeof MAILS)[Name]['props']> };
}[MailName];

/**
 * The emails that a job may store. The others contain secrets, so jobs of their own compose them when they
 * are sent.
 */
export type QueuedMail = Exclude<StoredMail, { mail: 'password-reset' | 'verify-email' | 'change-email' }>;

/** A stored email, which may come from another release, so its props are not parsed yet. */
export interface UnparsedMail {
  mail: string;
  to: string;
  props: unknown;
}

function isMailName(name: string): name is MailName {
  return Object.hasOwn(MAILS, name);
}

/**
 * Renders a stored email. Its job may come from another release, so this parses the props again: defaults
 * fill in what an older release omitted, and invalid props throw.
 */
export function renderStoredMail(
  { mail, props }: Omit<UnparsedMail, 'to'>,
  context: MailContext,
): RenderedMail {
  return getMailType(mail).render(props, context);
}

export function getMailPurpose(mail: string): MailPurpose {
  return getMailType(mail).purpose;
}

function getMailType(mail: string) {
  if (!isMailName(mail)) throw new Error(`There is no mail '${mail}'`);
  return MAILS[mail];
}
