import { z } from 'zod';
import { emailLine, requiredLine } from '../lib/text.ts';
import { accountIdText, newPassword, withMatchingPasswords } from './account.schema.ts';

/** Unlike the procedure, the web app's form rejects malformed emails. */
export const passwordResetForm = z.object({ email: emailLine('Please enter an email') });

/** The account's email, or the id in /resetpassword/{id}. */
export const passwordResetRequest = z
  .object({
    email: requiredLine('Please enter an email', 254).optional(),
    id: accountIdText.min(1, 'Invalid ID').optional(),
  })
  .refine(({ email, id }) => (email === undefined) !== (id === undefined), {
    path: ['email'],
    error: 'Please enter an email',
  });
export type PasswordResetRequest = z.infer<typeof passwordResetRequest>;

const chosenPassword = z.object({
  password: newPassword,
  confirm: z.string({ error: 'Passwords do not match!' }),
});

/** The form that the link in the email opens. */
export const newPasswordForm = withMatchingPasswords(chosenPassword);

export const passwordResetCompletion = withMatchingPasswords(
  chosenPassword.extend({ token: z.string().min(1).max(2_000) }),
);
export type PasswordResetCompletion = z.infer<typeof passwordResetCompletion>;
