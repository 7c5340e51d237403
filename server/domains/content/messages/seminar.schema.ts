import { z } from 'zod';
import { emailLine, nameLine, optionalLine, optionalPhone } from '../../../lib/text.ts';
import { antiSpamFields } from './anti-spam.schema.ts';

const REQUIRED = 'Required Field';

/** Only older clients send this; the website has no seminar form. */
export const seminarSignup = z.object({
  email: emailLine(REQUIRED),
  name: nameLine(REQUIRED),
  phone: optionalPhone(),
  /** The seminar's name, as free text. */
  type: optionalLine(),
});
export type SeminarSignup = z.output<typeof seminarSignup>;

export const signUpForSeminarInput = seminarSignup.extend(antiSpamFields.shape);
