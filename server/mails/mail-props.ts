import { z } from 'zod';

/** Stored as ISO 8601 text and parsed to a Date. */
export const instant = z.iso.datetime().transform((text) => new Date(text));

/** Only http(s), so that an email can't contain a script link. */
export const link = z.url({ protocol: /^https?$/ });
