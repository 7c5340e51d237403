import { DELETED_EMAIL } from '../../lib/text.ts';

/** Keys in carts and forms whose strings don't identify a person, so they are kept. */
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

/**
 * Replacements that still fit the schema of a stored cart. All other strings that aren't harmless become
 * 'Deleted'.
 */
const REPLACEMENTS: Record<string, unknown> = {
  phone: '000-000-0000',
  birthday: '01/01/1900',
  email: DELETED_EMAIL,
  presentationContactEmail: DELETED_EMAIL,
  url: null,
  promotions: [],
};

/**
 * Replaces what names a person in a stored cart or form. The result still fits its schema, so receipts can
 * still be created.
 */
export function redact(value: unknown, key = ''): unknown {
  if (value === null) return null;
  if (Object.hasOwn(REPLACEMENTS, key)) return REPLACEMENTS[key];
  if (Array.isArray(value)) return value.map((item) => redact(item));
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, redact(child, name)]));
  }
  return typeof value === 'string' && !HARMLESS_KEYS.has(key) ? 'Deleted' : value;
}
