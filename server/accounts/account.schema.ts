import { z } from 'zod';
import { emailLine, requiredLine } from '../lib/text.ts';

/** Account types by number (SPEC section 3). */
export const ACCOUNT_TYPES = {
  0: 'basic',
  1: 'influencer',
  2: 'business loyalty',
  3: 'educator',
  10: 'admin',
  42: 'developer',
} as const satisfies Record<number, string>;

export const accountType = z.literal([0, 1, 2, 3, 10, 42]);
export type AccountType = z.infer<typeof accountType>;

/** Admins and developers work in the back office (DESIGN D39). */
export function isStaff(type: number): boolean {
  return type === 10 || type === 42;
}

/** Longer ones would only cost hashing time; it is well above what password managers make. */
const PASSWORD_MAX = 128;

/** A password that is being chosen (SPEC section 5). It is never trimmed: spaces are part of it. */
export const newPassword = z
  .string({ error: 'Required Field' })
  .min(1, 'Required Field')
  .min(6, 'Password must be at least 6 characters!')
  .max(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters`);

/** A password that is being checked: whatever was once chosen, and nothing that is costly to hash. */
export const presentPassword = z
  .string({ error: 'Required Field' })
  .min(1, 'Required Field')
  .max(PASSWORD_MAX, `Please use at most ${PASSWORD_MAX} characters`);

/** What a new account is made of; clients of the older contract send exactly this (SPEC section 7). */
export const registration = z.object({
  firstname: requiredLine('Required Field'),
  lastname: requiredLine('Required Field'),
  email: emailLine('Required Field'),
  zip: requiredLine('Required Field', 20),
  password: newPassword,
});
export type Registration = z.infer<typeof registration>;

const passwords = z.object({ password: z.string(), confirm: z.string() });

/** Adds the rule that both passwords are the same, judged even where other fields are wrong. */
export function withMatchingPasswords<T extends z.ZodType>(form: T): T {
  return form.refine(
    (value) => {
      const both = passwords.safeParse(value);
      return both.success && both.data.password === both.data.confirm;
    },
    { path: ['confirm'], error: 'Passwords do not match!', when: () => true },
  );
}

/** The registration form: as above, with the password typed twice. */
export const registrationForm = withMatchingPasswords(
  registration.extend({ confirm: z.string({ error: 'Passwords do not match!' }) }),
);

export const registerInput = registration.extend({
  /** The web app signs the new account in by the same call; other clients sign in by themselves. */
  startSession: z.boolean().default(false),
});

/** The answer of every call that makes something. */
export const created = z.object({ id: z.uuid() });

/** An id as somebody typed or linked it; one that is no account's id is unknown, not malformed. */
export const accountIdText = z
  .string()
  .max(100)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Invalid ID');
export const emailFromIdInput = z.object({ id: accountIdText });
