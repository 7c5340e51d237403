import { z } from 'zod';
import { emailLine } from '../../lib/text.ts';
import { formProof } from './form-proof.schema.ts';

const validEmail = emailLine('Required Field');

/** The newsletter form never reports an error, so a malformed address becomes null. */
export const subscribeInput = formProof.extend({
  email: z
    .string()
    .nullish()
    .transform((text) => {
      const parsed = validEmail.safeParse(text ?? '');
      return parsed.success ? parsed.data.toLowerCase() : null;
    }),
});
