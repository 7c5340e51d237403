import { DELETED_EMAIL } from '../lib/text.ts';

/** Strings that say nothing about a person, by the key under which carts and forms have them. */
const HARMLESS_KEYS = new Set([
  'plan',
  'role',
  'state',
  'zip',
  'country',
  'number',
  'discountCode',
  'coupon',
  'code',
  'periodEnd',
  'signupId',
  'membershipId',
  'companyId',
  'subscriptionId',
  'presentationFuture',
]);

/** The other strings become 'Deleted', unless the schema of a stored cart needs another form. */
const REPLACEMENTS: Record<string, unknown> = {
  phone: '000-000-0000',
  birthday: '01/01/1900',
  email: DELETED_EMAIL,
  presentationContactEmail: DELETED_EMAIL,
  url: null,
  promotions: [],
};

/** Replaces what names a person in a stored cart or form. It still fits its schema, so receipts can be made. */
export function redact(value: unknown, key = ''): unknown {
  if (value === null) return null;
  if (Object.hasOwn(REPLACEMENTS, key)) return REPLACEMENTS[key];
  if (Array.isArray(value)) return value.map((item) => redact(item));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, redact(child, name)]));
  }
  return typeof value === 'string' && !HARMLESS_KEYS.has(key) ? 'Deleted' : value;
}
