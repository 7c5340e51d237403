import { z } from 'zod';
import { paths } from '../site/pages.shared.ts';
import { greeting, type MailContent, type MailContext } from './mail-content.ts';
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
      greeting(firstname),
      'Your account is ready. With a membership you save at participating local and national businesses: choose the plan that fits you, and show your card at the till.',
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
      greeting(firstname),
      'Somebody, we hope you, asked for a new password for your Everything Card account.',
      `Choose it with this link. It works once, for ${minutes} minutes.`,
    ],
    button: { label: 'Choose a new password', url: resetUrl },
    remarks: [{ text: 'If it was not you, do nothing: your password stays as it is.' }],
    reason: 'You get this mail because a new password was asked for with this e-mail address.',
  };
}

export const verifyEmailMailProps = z.object({
  firstname: z.string(),
  verifyUrl: link,
  /** The link works for this long. */
  days: z.int().positive(),
});

/** Sent to new accounts (D58). */
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
      greeting(firstname),
      `Your account works already. Please confirm with this link that the address is yours. It works for ${days} days.`,
      'If you start a free business trial, members find your business once your address is verified.',
    ],
    button: { label: 'Verify my e-mail', url: verifyUrl },
    remarks: [{ text: 'If you did not create this account, ignore this email.' }],
    reason: 'You get this mail because an account was made with this e-mail address.',
  };
}

export const emailTakenMailProps = z.object({ firstname: z.string() });

/** Sent to the owner of an address with which someone tried to register again (D19). */
export function emailTakenMail(
  { firstname }: z.infer<typeof emailTakenMailProps>,
  { publicUrl }: MailContext,
): MailContent {
  return {
    subject: 'You already have an Everything Card account',
    preview: 'Somebody tried to register with your e-mail address.',
    heading: 'You already have an account',
    paragraphs: [
      greeting(firstname),
      'Somebody tried to register with your e-mail address. There is an account with it already, so no new one was made and nothing has changed.',
      'If it was you: log in with the password that you have, or choose “Forgot your password” there.',
    ],
    button: { label: 'Login', url: `${publicUrl}${paths.account()}` },
    remarks: [{ text: 'If it was not you, you need not do anything. Nobody has seen your account.' }],
    reason: 'You get this mail because there is an account with this e-mail address.',
  };
}
