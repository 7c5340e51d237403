import { z } from 'zod';
import { accountEmailLine, emailLine, linkToken } from '../../lib/text.ts';
import { newPassword, storedAccountIdText, withMatchingPasswords } from './account.schema.ts';

/** The web app's form rejects malformed email addresses. The procedure doesn't. */
export const passwordResetForm = z.object({ email: emailLine('Please enter an email') });

/**
 * Either an email address, or the id from /resetpassword/{id}. Older clients may send the other field as
 * null.
 */
export const passwordResetRequest = z
  .object({
    email: accountEmailLine('Please enter an email').nullish(),
    id: storedAccountIdText.nullish(),
  })
  .check(({ value, issues }) => {
    const hasEmail = typeof value.email === 'string';
    if (hasEmail !== (typeof value.id === 'string')) return;
    const [field, message] = value.id === null ? ['id', 'Invalid ID'] : ['email', 'Please enter an email'];
    issues.push({ code: 'custom', input: value, path: [field], message });
  })
  .transform(({ email, id }): { email?: string | undefined; id?: string | undefined } => ({
    email: email ?? undefined,
    id: id ?? undefined,
  }));
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>;

const BAD_LINK = 'This link no longer works. Please request a new email.';

const chosenPassword = z.object({
  password: newPassword,
  confirm: z.string({ error: 'Passwords do not match!' }),
});

/** The form on the page that the emailed link opens. */
export const newPasswordForm = withMatchingPasswords(chosenPassword);

export const passwordResetCompletion = withMatchingPasswords(
  chosenPassword.extend({ token: linkToken(BAD_LINK) }),
);
export type PasswordResetCompletion = z.infer<typeof passwordResetCompletion>;
