import { z } from 'zod';

/** What a drawn or typed signature may weigh as a data URL, in characters; it travels with all the rest of the form. */
export const LONGEST_SIGNATURE = 200_000;
/** In pixels. */
export const LARGEST_SIGNATURE = { width: 1_200, height: 600 } as const;
export const UNSIGNED = 'Please sign above to continue';

/** A PNG as a data URL (SPEC section 5). The server looks into it and draws it anew before it keeps it. */
export const signatureImage = z
  .string({ error: UNSIGNED })
  .max(LONGEST_SIGNATURE, 'Please sign again')
  .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, UNSIGNED);
