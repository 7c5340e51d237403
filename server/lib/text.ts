import { z } from 'zod';
import './field-messages.ts';
import { isPrintable, tooLong, UNPRINTABLE_ERROR } from './line-rules.ts';
import { MAX_EMAIL_LENGTH, readEmail } from './readers/email.ts';
import { readName } from './readers/name.ts';
import { readPhone } from './readers/phone.ts';
import { cleanLine, removeHidden } from './readers/plain-text.ts';
import { type Reading, valueOrNull } from './readers/reading.ts';
import { readReference } from './readers/reference-code.ts';
import { readPostalCode } from './readers/zip.ts';

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
  const text = z.string({ error: required }).overwrite(cleanLine).min(1, required);
  return limitLength(text, max).refine(isPrintable, UNPRINTABLE_ERROR);
}

// Multi-line text may contain line breaks and tabs.
const TEXT_CONTROL_CHARACTERS = /(?![\n\t])[\p{Cc}\p{Cs}]/u;
const trimText = (text: string) => removeHidden(text.replace(/\r\n?/g, '\n')).trim();

/** Like `requiredLine`, but allows line breaks. */
export function requiredText(required: string, max: number) {
  const text = z.string({ error: required }).overwrite(trimText).min(1, required);
  return limitLength(text, max).refine((value) => !TEXT_CONTROL_CHARACTERS.test(value), UNPRINTABLE_ERROR);
}

const line = (max: number) =>
  limitLength(z.string().overwrite(cleanLine), max).refine(isPrintable, UNPRINTABLE_ERROR);

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

/** Replaces a line with its clean form, or reports what is wrong with it. A blank line is left to other rules. */
export function readWith(read: (line: string) => Reading): z.core.CheckFn<string> {
  return (payload) => {
    if (payload.value === '') return;
    const reading = read(payload.value);
    if ('value' in reading) payload.value = reading.value;
    else
      payload.issues.push({ code: 'custom', input: payload.value, message: reading.error, continue: true });
  };
}

/** A required line with a reader. `required` is the error message for missing or blank input. */
export function requiredReading(read: (line: string) => Reading, required: string, max = 100) {
  return requiredLine(required, max).check(readWith(read));
}

/** Converts missing and blank input to null. */
export function optionalReading(read: (line: string) => Reading, max = 100) {
  return line(max)
    .check(readWith(read))
    .nullish()
    .transform((value) => value || null);
}

const referenceText = z
  .string({ error: 'Please choose a reference from the list' })
  .check(readWith(readReference));

/** The referrer's account id or reference code, or their referral link. Missing and blank input becomes null. */
export function optionalReference() {
  return referenceText.nullish().transform((value) => value || null);
}

/** Like `optionalReference`, but `required` is the error message for missing or blank input. */
export function requiredReference(required: string) {
  return z.string({ error: required }).pipe(referenceText.min(1, required));
}

export const nameLine = (required: string, max = 100) => requiredReading(readName, required, max);
export const optionalName = (max = 100) => optionalReading(readName, max);

export const emailLine = (required: string) => requiredReading(readEmail, required, MAX_EMAIL_LENGTH);
export const optionalEmailLine = () => optionalReading(readEmail, MAX_EMAIL_LENGTH);

/** The address of an existing account. A malformed one is handled like an unknown one. */
export const accountEmailLine = (required: string) =>
  requiredLine(required, MAX_EMAIL_LENGTH).overwrite((line) => valueOrNull(readEmail(line)) ?? line);

const MAX_PHONE_LENGTH = 40;
export const phoneLine = (required: string) => requiredReading(readPhone, required, MAX_PHONE_LENGTH);
export const optionalPhone = () => optionalReading(readPhone, MAX_PHONE_LENGTH);

/** A ZIP code, or the postal code of another country, without a field for the country. */
export const postalCodeLine = (required: string) => requiredReading(readPostalCode, required, 20);

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
