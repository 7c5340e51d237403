import { z } from 'zod';

/** An instant in a stored job: ISO 8601 text, read as a Date. */
export const instant = z.iso.datetime().transform((text) => new Date(text));

/** A link in a stored job: http or https, so that a mail cannot carry a script. */
export const link = z.url({ protocol: /^https?$/ });
