import { z } from 'zod';
import { emailLine } from '../lib/text.ts';
import { formProof } from './form-proof.schema.ts';

const readable = emailLine('Required Field');

/** The newsletter's box, which refuses nothing: what cannot be read as an address is null (SPEC section 5). */
export const subscribeInput = formProof.extend({
  email: z
    .string()
    .nullish()
    .transform((typed) => {
      const read = readable.safeParse(typed ?? '');
      return read.success ? read.data.toLowerCase() : null;
    }),
});
