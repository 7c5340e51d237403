import { z } from 'zod';
import { paths } from '../site/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { link } from './mail-props.ts';

export const welcomeMailProps = z.object({ firstname: z.string() });

export function welcomeMail(
  { firstname }: z.infer<typeof welcomeMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Welcome to Everything Card',
    preview: 'Your account is ready.',
    heading: 'Welcome to Everything Card',
    paragraphs: [
      formatGreeting(firstname),
      'Your account is ready. With a membership you save at participating local and national businesses: choose the plan that fits you, and show your card at checkout.',
    ],
    button: { label: 'See the plans', url: `${publicUrl}${paths.pricing()}` },
    remarks: [{ text: 'Your memberships and your settings:', url: `${publicUrl}${paths.account()}` }],
    reason: 'You get this mail because an account was made with this e-mail address.',
  };
}

export const passwordResetMailProps = z.object({
  firstname: z.string(),
  resetUrl: link,
  /** The link works for this long. */
  minutes: z.int().positive().default(60),
});

export function passwordResetMail({
  firstname,
  resetUrl,
  minutes,
}: z.infer<typeof passwordResetMailProps>): MailContent {
  return {
    subject: 'Reset your password',
    preview: `The link works once, for ${minutes} minutes.`,
    heading: 'Reset your password',
    paragraphs: [
      formatGreeting(firstname),
      'We got a request to reset the password of your Everything Card account.',
      `Choose a new one with this link. It works once, for ${minutes} minutes.`,
    ],
    button: { label: 'Choose a new password', url: resetUrl },
    remarks: [{ text: 'If it wasn’t you, ignore this mail: your password stays the same.' }],
    reason: 'You get this mail because a password reset was requested for this e-mail address.',
  };
}

export const verifyEmailMailProps = z.object({
  firstname: z.string(),
  verifyUrl: link,
  /** The link works for this long. */
  days: z.int().positive(),
});

/** Sent to new accounts, and again on request (D58). */
export function verifyEmailMail({
  firstname,
  verifyUrl,
  days,
}: z.infer<typeof verifyEmailMailProps>): MailContent {
  return {
    subject: 'Verify your e-mail address',
    preview: `The link works for ${days} days.`,
    heading: 'Verify your e-mail address',
    paragraphs: [
      formatGreeting(firstname),
      `Your account works already. Please confirm with this link that the address is yours. It works for ${days} days.`,
      'If you start a free business trial, members find your business once your address is verified.',
    ],
    button: { label: 'Verify my e-mail', url: verifyUrl },
    remarks: [{ text: 'If you did not create this account, ignore this email.' }],
    reason: 'You get this mail because an account was made with this e-mail address.',
  };
}

export const changeEmailMailProps = verifyEmailMailProps;

/** Sent to the address that an account changes to (D58). */
export function changeEmailMail({
  firstname,
  verifyUrl,
  days,
}: z.infer<typeof changeEmailMailProps>): MailContent {
  return {
    subject: 'Confirm your new e-mail address',
    preview: `The link works for ${days} days.`,
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      formatGreeting(firstname),
      `You asked us to change the e-mail address of your Everything Card account to this one. Please confirm it with this link. It works for ${days} days.`,
      'Until then, your account keeps its old address.',
    ],
    button: { label: 'Confirm this address', url: verifyUrl },
    remarks: [{ text: "If you didn't ask for this, ignore this email: nothing will change." }],
    reason: 'You get this mail because someone entered this address for their Everything Card account.',
  };
}

export const emailChangedMailProps = z.object({
  firstname: z.string(),
  /** Masked, because someone else may read the old address's mail. */
  newEmail: z.string(),
});

/** Sent to the address that an account changed from (D58). */
export function emailChangedMail(
  { firstname, newEmail }: z.infer<typeof emailChangedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your e-mail address was changed',
    preview: `Your account now uses ${newEmail}.`,
    heading: 'Your e-mail address was changed',
    paragraphs: [
      formatGreeting(firstname),
      `Your Everything Card account now uses ${newEmail}. Log in with that address from now on; your password is the same.`,
    ],
    remarks: [
      {
        text: "If you didn't change it, please contact us right away:",
        url: `${publicUrl}${paths.contact()}`,
      },
    ],
    reason: 'You get this mail because your account used this address until now.',
  };
}

export const passwordChangedMailProps = z.object({ firstname: z.string() });

export function passwordChangedMail(
  { firstname }: z.infer<typeof passwordChangedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your password was changed',
    preview: 'You were logged out everywhere else.',
    heading: 'Your password was changed',
    paragraphs: [
      formatGreeting(firstname),
      'The password of your Everything Card account was changed. We logged you out everywhere else.',
    ],
    remarks: [
      {
        text: "If you didn't change it, choose a new one right away, and contact us:",
        url: `${publicUrl}${paths.resetPassword()}`,
      },
    ],
    reason: 'You get this mail because the password of your account was changed.',
  };
}

export const emailTakenMailProps = z.object({ firstname: z.string() });

/** Sent to an account's owner when someone tries to register its email address again (D19). */
export function emailTakenMail(
  { firstname }: z.infer<typeof emailTakenMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'You already have an Everything Card account',
    preview: 'Someone tried to register with your e-mail address.',
    heading: 'You already have an account',
    paragraphs: [
      formatGreeting(firstname),
      'Someone tried to register with your e-mail address. It already has an account, so no new one was created and nothing has changed.',
      'If it was you, log in with your password, or choose “Forgot your password” there.',
    ],
    button: { label: 'Login', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'If it wasn’t you, you don’t need to do anything. Nobody has seen your account.' }],
    reason: 'You get this mail because there is an account with this e-mail address.',
  };
}

export const accountDeletedMailProps = z.object({ firstname: z.string() });

/** Sent when an account was deleted. It is the last email to the account's owner. */
export function accountDeletedMail(
  { firstname }: z.infer<typeof accountDeletedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your account is deleted',
    preview: 'This is the last e-mail about your account.',
    heading: 'Your account is deleted',
    paragraphs: [
      formatGreeting(firstname),
      'Your Everything Card account is deleted, as you asked. We keep only what the law requires: payments, agreements, and tax records, without your e-mail address.',
      'This is the last e-mail about your account. You can register again at any time; you would start with a new account.',
    ],
    remarks: [
      {
        text: "If you didn't delete it, please contact us right away:",
        url: `${publicUrl}${paths.contact()}`,
      },
    ],
    reason: 'You get this mail because your account used this address until now.',
  };
}
