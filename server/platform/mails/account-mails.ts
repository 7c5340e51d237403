import { z } from 'zod';
import { paths } from '../../lib/pages.shared.ts';
import { formatGreeting, type MailContent, type MailContext } from './mail-content.ts';
import { link, signedLink } from './mail-props.ts';

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
      'Your account is ready. It has your memberships, your receipts, and your settings.',
    ],
    button: { label: 'Open your account', url: `${publicUrl}${paths.account()}` },
    remarks: [
      {
        text: 'No membership yet? With one, you save at participating local and national businesses.',
        link: { label: 'See the plans', url: `${publicUrl}${paths.pricing()}` },
      },
    ],
    reason: 'You’re getting this email because you created an account with this address.',
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
    preview: `Choose a new one within ${minutes} minutes.`,
    heading: 'Reset your password',
    paragraphs: [
      formatGreeting(firstname),
      'We got a request to reset your password.',
      `Choose a new one now. The link works once and expires in ${minutes} minutes.`,
    ],
    button: { label: 'Choose a new password', url: resetUrl },
    remarks: [{ text: 'Didn’t ask for this? Ignore this email, and your password stays the same.' }],
    reason: 'You’re getting this email because someone asked to reset the password for this account.',
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
    subject: 'Verify your email address',
    preview: `It takes one click. The link works for ${days} days.`,
    heading: 'Verify your email address',
    paragraphs: [
      formatGreeting(firstname),
      `Please confirm that this address is yours. The link works for ${days} days, and you can use your account in the meantime.`,
    ],
    button: { label: 'Verify my email', url: verifyUrl },
    remarks: [{ text: 'Didn’t create this account? You can ignore this email.' }],
    reason: 'You’re getting this email because you created an account with this address.',
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
    subject: 'Confirm your new email address',
    preview: `It takes one click. The link works for ${days} days.`,
    heading: 'Confirm your new email address',
    paragraphs: [
      formatGreeting(firstname),
      `You asked us to change the email address for your Everything Card account to this one. Please confirm it within ${days} days.`,
      'Until you do, your account keeps its old address.',
    ],
    button: { label: 'Confirm this address', url: verifyUrl },
    remarks: [{ text: 'Didn’t ask for this? Ignore this email, and nothing changes.' }],
    reason:
      'You’re getting this email because someone entered this address for their Everything Card account.',
  };
}

export const emailChangeRequestedMailProps = z.object({
  firstname: z.string(),
  /** Masked, because someone else may read this address's mail. */
  newEmail: z.string(),
  /** Withdraws the change. */
  keepUrl: signedLink,
  /** The link works for this long. */
  days: z.int().positive(),
});

/** Sent to the address that an account is about to change from (D75). */
export function emailChangeRequestedMail(
  { firstname, newEmail, keepUrl, days }: z.infer<typeof emailChangeRequestedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Someone asked to change your email address',
    preview: `Not you? Keep your address within ${days} days.`,
    heading: 'A new email address for your account?',
    paragraphs: [
      formatGreeting(firstname),
      `We got a request to change the email address for your Everything Card account to ${newEmail}. The change takes effect once that address is confirmed.`,
      'If you asked for this, you don’t need to do anything here.',
      `If you didn’t, someone else knows your password. Keep your address now: we’ll stop the change and log out your account on all other devices. The link works for ${days} days.`,
    ],
    button: { label: 'Keep my email address', url: keepUrl },
    remarks: [
      {
        text: 'Then choose a new password right away.',
        link: { label: 'Reset your password', url: `${publicUrl}${paths.resetPassword()}` },
      },
    ],
    reason:
      'You’re getting this email because someone who is logged in to your account asked to change its email address.',
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
    subject: 'Your email address was changed',
    preview: `Your account now uses ${newEmail}.`,
    heading: 'Your email address was changed',
    paragraphs: [
      formatGreeting(firstname),
      `Your Everything Card account now uses ${newEmail}. From now on, log in with that address. Your password stays the same. We logged you out on all other devices.`,
    ],
    remarks: [
      {
        text: 'Didn’t change it? Contact us right away.',
        link: { label: 'Contact us', url: `${publicUrl}${paths.contact()}` },
      },
    ],
    reason: 'You’re getting this email because your account used this address until now.',
  };
}

export const passwordChangedMailProps = z.object({ firstname: z.string() });

export function passwordChangedMail(
  { firstname }: z.infer<typeof passwordChangedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your password was changed',
    preview: 'We logged you out on all other devices.',
    heading: 'Your password was changed',
    paragraphs: [
      formatGreeting(firstname),
      'The password for your Everything Card account was changed. We logged you out on all other devices.',
    ],
    remarks: [
      {
        text: 'Didn’t change it? Choose a new password right away, and contact us.',
        link: { label: 'Reset your password', url: `${publicUrl}${paths.resetPassword()}` },
      },
    ],
    reason: 'You’re getting this email because the password for your account was changed.',
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
    preview: 'Someone tried to sign up with your email address.',
    heading: 'You already have an account',
    paragraphs: [
      formatGreeting(firstname),
      'Someone tried to sign up with your email address. It already has an account, so we didn’t create a new one, and nothing has changed.',
      'Was it you? Log in with your password, or choose “Forgot your password” to set a new one.',
    ],
    button: { label: 'Log in', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'Wasn’t you? You don’t need to do anything. No one got into your account.' }],
    reason: 'You’re getting this email because there’s an account with this address.',
  };
}

export const accountDeletedMailProps = z.object({ firstname: z.string() });

/** Sent when an account was deleted. It is the last email to the account's owner. */
export function accountDeletedMail(
  { firstname }: z.infer<typeof accountDeletedMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'Your account was deleted',
    preview: 'This is the last email about your account.',
    heading: 'Your account was deleted',
    paragraphs: [
      formatGreeting(firstname),
      'We deleted your Everything Card account, as you asked. We keep only what the law requires: payments, agreements, and tax records, without your email address.',
      'This is the last email about your account. You can sign up again any time, with a new account.',
    ],
    remarks: [
      {
        text: 'Didn’t delete it? Contact us right away.',
        link: { label: 'Contact us', url: `${publicUrl}${paths.contact()}` },
      },
    ],
    reason: 'You’re getting this email because your account used this address until now.',
  };
}
