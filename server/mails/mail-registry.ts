import type { z } from 'zod';
import {
  accountDeletedMail,
  accountDeletedMailProps,
  changeEmailMail,
  changeEmailMailProps,
  emailChangedMail,
  emailChangedMailProps,
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
import { affiliateWelcomeMail, affiliateWelcomeMailProps } from './affiliate-mails.ts';
import { endedUnpaidMail, endedUnpaidMailProps, unpaidMail, unpaidMailProps } from './bill-mails.ts';
import {
  planCancelledMail,
  planCancelledMailProps,
  programSetupMail,
  programSetupMailProps,
  trialStartedMail,
  trialStartedMailProps,
} from './business-mails.ts';
import { employeeInvitationMail, employeeInvitationMailProps } from './employee-invitation.ts';
import { renderMail } from './layout.ts';
import type { MailContent, MailContext, RenderedMail } from './mail-content.ts';
import type { MailPurpose } from './mail-purpose.ts';
import {
  completePaymentMail,
  completePaymentMailProps,
  membershipCancelledMail,
  membershipCancelledMailProps,
  membershipResumedMail,
  membershipResumedMailProps,
  planChangeMail,
  planChangeMailProps,
  planEndedMail,
  planEndedMailProps,
  purchaseFailedMail,
  purchaseFailedMailProps,
} from './membership-mails.ts';
import { newsletterMail, newsletterMailProps } from './newsletter-mail.ts';
import {
  cardRequestedMail,
  cardRequestedMailProps,
  cardSentMail,
  cardSentMailProps,
} from './physical-card-mails.ts';
import { receiptMail } from './receipt-mail.ts';
import { receiptMailProps } from './receipt-mail-props.ts';
import {
  cardExpiringMail,
  cardExpiringMailProps,
  renewalReminderMail,
  renewalReminderMailProps,
} from './renewal-mails.ts';
import {
  disputeOpenedMail,
  disputeOpenedMailProps,
  reconciliationMail,
  reconciliationMailProps,
  staffMessageMail,
  staffMessageMailProps,
} from './staff-mails.ts';
import { rewardSentMail, rewardSentMailProps } from './webinar-mails.ts';

function mailType<Props extends z.ZodType>(
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
  receipt: mailType('requested', receiptMailProps, receiptMail),
  welcome: mailType('requested', welcomeMailProps, welcomeMail),
  'password-reset': mailType('requested', passwordResetMailProps, passwordResetMail),
  'verify-email': mailType('requested', verifyEmailMailProps, verifyEmailMail),
  'change-email': mailType('requested', changeEmailMailProps, changeEmailMail),
  'email-changed': mailType('requested', emailChangedMailProps, emailChangedMail),
  'password-changed': mailType('requested', passwordChangedMailProps, passwordChangedMail),
  'account-deleted': mailType('requested', accountDeletedMailProps, accountDeletedMail),
  'email-taken': mailType('notice', emailTakenMailProps, emailTakenMail),
  'card-declined': mailType('notice', unpaidMailProps, unpaidMail('membership')),
  'membership-cancelled': mailType('requested', membershipCancelledMailProps, membershipCancelledMail),
  'membership-resumed': mailType('requested', membershipResumedMailProps, membershipResumedMail),
  'plan-change': mailType('requested', planChangeMailProps, planChangeMail),
  'plan-ended': mailType('notice', planEndedMailProps, planEndedMail),
  'complete-payment': mailType('requested', completePaymentMailProps, completePaymentMail),
  'purchase-failed': mailType('notice', purchaseFailedMailProps, purchaseFailedMail),
  'card-requested': mailType('requested', cardRequestedMailProps, cardRequestedMail),
  'card-sent': mailType('shipping', cardSentMailProps, cardSentMail),
  'plan-declined': mailType('notice', unpaidMailProps, unpaidMail('business plan')),
  'company-declined': mailType('notice', unpaidMailProps, unpaidMail('corporate plan')),
  'ended-unpaid': mailType('notice', endedUnpaidMailProps, endedUnpaidMail),
  'renewal-reminder': mailType('notice', renewalReminderMailProps, renewalReminderMail),
  'card-expiring': mailType('notice', cardExpiringMailProps, cardExpiringMail),
  'plan-cancelled': mailType('requested', planCancelledMailProps, planCancelledMail),
  'trial-started': mailType('requested', trialStartedMailProps, trialStartedMail),
  'affiliate-welcome': mailType('requested', affiliateWelcomeMailProps, affiliateWelcomeMail),
  'programs-wanted': mailType('staff', programSetupMailProps, programSetupMail),
  'employee-invitation': mailType('notice', employeeInvitationMailProps, employeeInvitationMail),
  newsletter: mailType('marketing', newsletterMailProps, newsletterMail),
  'staff-message': mailType('staff', staffMessageMailProps, staffMessageMail),
  reconciliation: mailType('staff', reconciliationMailProps, reconciliationMail),
  'dispute-opened': mailType('staff', disputeOpenedMailProps, disputeOpenedMail),
  'reward-sent': mailType('shipping', rewardSentMailProps, rewardSentMail),
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
