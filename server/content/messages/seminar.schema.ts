import { z } from 'zod';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../../lib/text.ts';
import { formProof } from './form-proof.schema.ts';

const REQUIRED = 'Required Field';

/** A seminar sign-up. Only older clients send it: no page has this form. */
export const seminarSignup = z.object({
  email: emailLine(REQUIRED),
  name: requiredLine(REQUIRED),
  phone: optionalLine(40).pipe(phoneLine('').nullable()),
  /** Free text that names the seminar. */
  type: optionalLine(),
});
export type SeminarSignup = z.output<typeof seminarSignup>;

export const signUpForSeminarInput = seminarSignup.extend(formProof.shape);
