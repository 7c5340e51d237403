import { z } from 'zod';
import { blankIfInvisible, isPrintable, tooLong, UNPRINTABLE_ERROR } from './line-rules.ts';

/**
 * One line that a person types: trimmed, at most `max` characters, no control characters, never empty.
 * Missing, empty and blank all give `required`, the specification's message for the field.
 */
export function requiredLine(required: string, max = 100) {
  return z
    .string({ error: required })
    .trim()
    .overwrite(blankIfInvisible)
    .min(1, required)
    .max(max, tooLong(max))
    .refine(isPrintable, UNPRINTABLE_ERROR);
}

// Line breaks and tabs are what a longer text is made of.
const CONTROL_IN_TEXT = /(?![\n\t])[\p{Cc}\p{Cs}]/u;

/** As `requiredLine`, over any number of lines. */
export function requiredText(required: string, max: number) {
  return z
    .string({ error: required })
    .overwrite((text) => blankIfInvisible(text.replace(/\r\n?/g, '\n').trim()))
    .min(1, required)
    .max(max, tooLong(max))
    .refine((text) => !CONTROL_IN_TEXT.test(text), UNPRINTABLE_ERROR);
}

/** A line that need not be typed: empty, null and missing become null. */
export function optionalLine(max = 100) {
  return z
    .string()
    .trim()
    .overwrite(blankIfInvisible)
    .max(max, tooLong(max))
    .refine(isPrintable, UNPRINTABLE_ERROR)
    .nullish()
    .transform((value) => value || null);
}

const EMAIL = /^[^\s@<>()[\],;:\\"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** An e-mail address: `required` where missing, 'Invalid Email' where malformed (SPEC section 5). */
export function emailLine(required: string) {
  return requiredLine(required, 254).refine((value) => EMAIL.test(value), 'Invalid Email');
}

/** The same, where none need be given: empty, null and missing become null. */
export function optionalEmailLine() {
  return optionalLine(254).refine((value) => value === null || EMAIL.test(value), 'Invalid Email');
}

/** A telephone number in any common spelling: 7 to 15 digits. */
export function phoneLine(required: string) {
  return requiredLine(required, 40).refine((value) => {
    const digits = value.replace(/\D/g, '').length;
    return digits >= 7 && digits <= 15 && /^[+()\d\s./x-]+$/i.test(value);
  }, 'Please enter a phone number');
}

/** An e-mail address as somebody else may see it: 'j•••@example.com' (DESIGN D5). */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '•••' : `${email.charAt(0)}•••${email.slice(at)}`;
}
