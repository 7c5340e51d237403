import { z } from 'zod';
import { emailLine, optionalLine, phoneLine, requiredLine } from '../lib/text.ts';
import { formProof } from './form-proof.schema.ts';

const REQUIRED = 'Required Field';

/** A seminar's sign-up, which no page of ours asks for (SPEC section 3: defined but unused). */
export const seminarSignup = z.object({
  email: emailLine(REQUIRED),
  name: requiredLine(REQUIRED),
  phone: optionalLine(40).pipe(phoneLine('').nullable()),
  /** Which seminar, in the caller's words. */
  type: optionalLine(),
});
export type SeminarSignup = z.output<typeof seminarSignup>;

export const signUpForSeminarInput = seminarSignup.extend(formProof.shape);
