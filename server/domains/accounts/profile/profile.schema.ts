import { z } from 'zod';
import { latinNameRule } from '../../../lib/latin-name.schema.ts';
import { emailLine } from '../../../lib/text.ts';
import { mailPreferences } from '../../content/messages/newsletter.schema.ts';
import { existingPassword, newPassword, registration, withMatchingPasswords } from '../account.schema.ts';

const nameFields = registration.pick({ firstname: true, lastname: true, latinName: true });
export const personName = nameFields.check(latinNameRule);
export type PersonName = z.infer<typeof personName>;

/** The new password is typed twice. */
export const passwordChange = withMatchingPasswords(
  z.object({
    currentPassword: existingPassword,
    password: newPassword,
    confirm: z.string({ error: 'Passwords do not match!' }),
  }),
);
export type PasswordChange = z.infer<typeof passwordChange>;

export const emailChange = z.object({
  email: emailLine('Required Field'),
  currentPassword: existingPassword,
});
export type EmailChange = z.infer<typeof emailChange>;

export const profile = nameFields.extend({
  email: z.string(),
  isEmailVerified: z.boolean(),
  /** The address that the account changes to once its owner follows the link sent there. */
  pendingEmail: z.string().nullable(),
});
export type Profile = z.infer<typeof profile>;

/** The emails that the owner can switch off, and whether receipts are attached to theirs. */
export const emailSettings = mailPreferences.extend({ receiptPdf: z.boolean() });

/** A browser or app in which the account is logged in. */
export const activeSession = z.object({
  id: z.uuid(),
  /** For example, 'Chrome on Windows'. Null if unknown. */
  device: z.string().nullable(),
  isCurrent: z.boolean(),
  createdAt: z.date(),
  /** Accurate to an hour. */
  lastUsedAt: z.date(),
});
export type ActiveSession = z.infer<typeof activeSession>;
