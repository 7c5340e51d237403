import { z } from 'zod';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../../../lib/text.ts';
import { antiSpamFields } from './anti-spam.schema.ts';

const REQUIRED = 'Required Field';

/** Only older clients send this; the website has no seminar form. */
export const seminarSignup = z.object({
  email: emailLine(REQUIRED),
  name: requiredLine(REQUIRED),
  phone: optionalLine(40).pipe(phoneLine('').nullable()),
  /** The seminar's name, as free text. */
  type: optionalLine(),
});
export type SeminarSignup = z.output<typeof seminarSignup>;

export const signUpForSeminarInput = seminarSignup.extend(antiSpamFields.shape);
