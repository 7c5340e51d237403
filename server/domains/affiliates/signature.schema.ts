import { z } from 'zod';

/** Limits the data URL, which is sent with the rest of the form. */
export const MAX_SIGNATURE_LENGTH = 200_000;
/** In pixels. */
export const MAX_SIGNATURE_SIZE = { width: 1_200, height: 600 } as const;
export const UNSIGNED_MESSAGE = 'Please sign above to continue';

/** A PNG data URL. The server decodes and re-encodes the image before storing it. */
export const signatureImage = z
  .string({ error: UNSIGNED_MESSAGE })
  .max(MAX_SIGNATURE_LENGTH, 'Please sign again')
  .regex(/^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/, UNSIGNED_MESSAGE);
