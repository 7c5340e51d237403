import { z } from 'zod';
import { latinName, latinNameRule } from '../../lib/latin-name.schema.ts';
import { isPrintable } from '../../lib/line-rules.ts';
import { emailLine, nameLine, postalCodeLine } from '../../lib/text.ts';

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

/** Limits the time for hashing. Password managers generate much shorter passwords. */
const MAX_PASSWORD_LENGTH = 128;

/** A password's spaces are part of it, so it is never trimmed. */
export const newPassword = z
  .string({ error: 'Required Field' })
  .min(1, 'Required Field')
  .min(6, 'Password must be at least 6 characters!')
  .max(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`);

/** An existing password may be shorter than today's minimum. */
export const existingPassword = z
  .string({ error: 'Required Field' })
  .min(1, 'Required Field')
  .max(MAX_PASSWORD_LENGTH, `Please use at most ${MAX_PASSWORD_LENGTH} characters`);

/** The fields of a new account. Older clients send only these. */
export const registration = z.object({
  firstname: nameLine('Required Field'),
  lastname: nameLine('Required Field'),
  latinName: latinName(),
  email: emailLine('Required Field'),
  zip: postalCodeLine('Required Field'),
  password: newPassword,
});
export type Registration = z.infer<typeof registration>;

const passwordPair = z.object({ password: z.string(), confirm: z.string() });

/** Reports mismatched passwords at the same time as the errors of other fields. */
export function withMatchingPasswords<T extends z.ZodType>(form: T): T {
  return form.refine(
    (value) => {
      const parsed = passwordPair.safeParse(value);
      return parsed.success && parsed.data.password === parsed.data.confirm;
    },
    { path: ['confirm'], error: 'Passwords do not match!', when: () => true },
  );
}

/** The user enters the password twice. */
export const registrationForm = withMatchingPasswords(
  registration.extend({ confirm: z.string({ error: 'Passwords do not match!' }) }).check(latinNameRule),
);

export const registerInput = registration.extend({
  /** The web app also signs the new account in. Other clients sign in separately. */
  startSession: z.boolean().default(false),
});

/** The id of the object that a call created, or of the account that it signed in. */
export const created = z.object({ id: z.uuid() });

/** An account id from a link. Text that isn't an id is handled like the id of an unknown account. */
const accountIdText = z.string({ error: 'Invalid ID' });

/** The text is stored before the account is looked up, so its length is limited. */
export const storedAccountIdText = accountIdText
  .min(1, 'Invalid ID')
  .max(100, 'Invalid ID')
  .refine(isPrintable, 'Invalid ID');

/** Older clients also send the caller's own id. It is only compared, so any format is allowed. */
export const ownAccountId = z.string({ error: 'This isn’t your account.' }).nullish();
export const emailFromIdInput = z.object({ id: accountIdText });
