import { maskEmail } from './text.ts';

const EMAIL_IN_TEXT = /[^\s@<>()[\],;:"']+@[^\s@<>()[\],;:"']+/g;
/** UUIDs, Stripe's ids, and dates, which don't identify anyone by themselves. */
const HARMLESS_TEXT =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[a-z]{2,5}_\w+|\d{4}-\d\d-\d\d[\dTZ:.-]*)$/;
/** Keys whose values are our own constants, such as the type of an email. */
const HARMLESS_KEYS = new Set(['mail']);

/** Masks the email addresses in a text, such as an error message. */
export function maskText(text: string): string {
  return text.replace(EMAIL_IN_TEXT, maskEmail);
}

/** Masks every string in a job's payload that could name a person. */
export function maskPayload(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => maskPayload(item));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, maskPayload(child, name)]));
  }
  if (typeof value !== 'string' || HARMLESS_KEYS.has(key) || HARMLESS_TEXT.test(value)) return value;
  return value.includes('@') ? maskText(value) : '•••';
}
