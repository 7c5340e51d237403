import { z } from 'zod';
import { emailLine, requiredLine } from '../lib/text.ts';
import { accountIdText, newPassword, withMatchingPasswords } from './account.schema.ts';

/** The web app's form rejects malformed addresses, where the procedure would accept them and send nothing. */
export const passwordResetForm = z.object({ email: emailLine('Please enter an email') });

/** The account by e-mail, or by the id in /resetpassword/{id}. */
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

/** The form that the link in the mail opens. */
export const newPasswordForm = withMatchingPasswords(chosenPassword);

export const passwordResetCompletion = withMatchingPasswords(
  chosenPassword.extend({ token: z.string().min(1).max(2_000) }),
);
export type PasswordResetCompletion = z.infer<typeof passwordResetCompletion>;
