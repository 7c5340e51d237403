import { z } from 'zod';
import './field-messages.ts';
import { blankIfInvisible, isPrintable, tooLong, UNPRINTABLE_ERROR } from './line-rules.ts';

/** Text that exceeds its limit by more comes from no form. */
const MAX_EXCESS = 1_000;

/**
 * Limits a text's length. Text that is far too long also ends the validation of its form, because other rules
 * could take long to read it.
 */
export function limitLength(text: z.ZodString, max: number): z.ZodString {
  return text.max(max + MAX_EXCESS, { error: tooLong(max), abort: true }).max(max, tooLong(max));
}

/** A trimmed single line of text. `required` is the error message for missing or blank input. */
export function requiredLine(required: string, max = 100) {
  const text = z.string({ error: required }).trim().overwrite(blankIfInvisible).min(1, required);
  return limitLength(text, max).refine(isPrintable, UNPRINTABLE_ERROR);
}

// Multi-line text may contain line breaks and tabs.
const TEXT_CONTROL_CHARACTERS = /(?![\n\t])[\p{Cc}\p{Cs}]/u;
const trimText = (text: string) => blankIfInvisible(text.replace(/\r\n?/g, '\n').trim());

/** Like `requiredLine`, but allows line breaks. */
export function requiredText(required: string, max: number) {
  const text = z.string({ error: required }).overwrite(trimText).min(1, required);
  return limitLength(text, max).refine((value) => !TEXT_CONTROL_CHARACTERS.test(value), UNPRINTABLE_ERROR);
}

const line = (max: number) =>
  limitLength(z.string().trim().overwrite(blankIfInvisible), max).refine(isPrintable, UNPRINTABLE_ERROR);

/** Like `optionalLine`, but allows line breaks. */
export function optionalText(max: number) {
  return limitLength(z.string().overwrite(trimText), max)
    .refine((value) => !TEXT_CONTROL_CHARACTERS.test(value), UNPRINTABLE_ERROR)
    .nullish()
    .transform((value) => value || null);
}

/** Converts missing and blank input to null. */
export function optionalLine(max = 100) {
  return line(max)
    .nullish()
    .transform((value) => value || null);
}

/** Converts blank input to null. Missing input stays undefined, so that the stored line can be kept. */
export function lineOrUnchanged(max: number) {
  return line(max)
    .nullable()
    .transform((value) => value || null)
    .optional();
}

/** A token from a link in an email. `errorMessage` is for text that can't be a token we issued. */
export function linkToken(errorMessage: string) {
  return z.string({ error: errorMessage }).min(1, errorMessage).max(2_000, errorMessage);
}

const NOT_LISTED = 'Please choose a reference from the list';
const referenceText = z
  .string({ error: NOT_LISTED })
  .trim()
  .toLowerCase()
  .max(100, NOT_LISTED)
  .refine(isPrintable, NOT_LISTED);

/** The referrer's account id or exact reference code. Missing and blank input becomes null. */
export function optionalReference() {
  return referenceText.nullish().transform((value) => value || null);
}

/** Like `optionalReference`, but `required` is the error message for missing or blank input. */
export function requiredReference(required: string) {
  return z.string({ error: required }).pipe(referenceText.min(1, required));
}

const EMAIL = /^[^\s@<>()[\],;:\\"]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

export function emailLine(required: string) {
  return requiredLine(required, 254).refine((value) => EMAIL.test(value), 'Invalid Email');
}

/** Converts missing and blank input to null. */
export function optionalEmailLine() {
  return optionalLine(254).refine((value) => value === null || EMAIL.test(value), 'Invalid Email');
}

/** A phone number in any common format, with 7 to 15 digits. */
export function phoneLine(required: string) {
  return requiredLine(required, 40).refine((value) => {
    const digitCount = value.replace(/\D/g, '').length;
    return digitCount >= 7 && digitCount <= 15 && /^[+()\d\s./x-]+$/i.test(value);
  }, 'Please enter a phone number');
}

/** Replaces a deleted email address. No email is sent to it. */
export const DELETED_EMAIL = 'deleted@deleted.invalid';

export function isDeletedEmail(email: string): boolean {
  return email.endsWith('@deleted.invalid');
}

/** Masks an address as 'j•••@example.com' (D5). */
export function maskEmail(email: string): string {
  const atIndex = email.lastIndexOf('@');
  return atIndex < 1 ? '•••' : `${email.charAt(0)}•••${email.slice(atIndex)}`;
}
