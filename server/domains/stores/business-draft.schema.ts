import { z } from 'zod';
import { isCountryCode } from '../../lib/countries.ts';
import { tooLong } from '../../lib/line-rules.ts';
import { formatCents } from '../../lib/money.ts';
import { readDate } from '../../lib/readers/date.ts';
import { readWebAddress } from '../../lib/readers/web-address.ts';
import { readZip } from '../../lib/readers/zip.ts';
import { searchWords } from '../../lib/search-words.ts';
import {
  lineOrUnchanged,
  optionalLine,
  optionalPhone,
  optionalReading,
  requiredLine,
} from '../../lib/text.ts';
import { usStateCode } from '../../lib/us-states.ts';
import { businessCategories } from './category.schema.ts';

export const MAX_PROMOTIONS = 50;
export const MAX_PROMOTION_LENGTH = 5_000;
export const MAX_HEADLINE_LENGTH = 60;
const MAX_SAVES_CENTS = 1_000_000;
/**
 * The maximum total length of a business's promotions, in characters. Sanitizing and sending long promotions
 * takes time.
 */
const MAX_PROMOTIONS_LENGTH = 20_000;
const MAX_NAME_WORDS = 10;
/**
 * Accepts only our own logo paths. Any other URL would make visitors' browsers load files from other sites
 * (D51).
 */
const LOGO_PATH = /^\/(store-logos\/[a-z0-9-]{1,60}\.svg|files\/logos\/[a-f0-9]{32}\.webp)$/;
/** Matches control characters other than line breaks and tabs, and unpaired surrogates. */
const UNSUPPORTED_CHARACTER = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;
const MIN_YEAR = 2000;

const MAX_LINK_LENGTH = 2_000;
const encoder = new TextEncoder();

/** An http or https link. Its length is counted in bytes as JSON, so that search results stay small. */
export const webLink = optionalReading(readWebAddress, MAX_LINK_LENGTH).refine(
  (value) => value === null || encoder.encode(JSON.stringify(value)).length - 2 <= MAX_LINK_LENGTH,
  tooLong(MAX_LINK_LENGTH),
);

const DAY_FORMAT = 'Please use a date, YYYY-MM-DD';
const validUntil = optionalReading((text) =>
  readDate(text, { format: DAY_FORMAT, order: 'month-first' }),
).refine((value) => value === null || Number(value.slice(0, 4)) >= MIN_YEAR, 'Please use a later date');

export const PROMOTION_TOO_LONG = `Please use at most ${MAX_PROMOTION_LENGTH.toLocaleString('en-US')} characters`;
export const PROMOTIONS_TOO_LONG = `Please use at most ${MAX_PROMOTIONS_LENGTH.toLocaleString('en-US')} characters for all promotions together`;

export function isTooLongTogether(
  promotions: readonly { info: string }[],
  maxLength = MAX_PROMOTIONS_LENGTH,
): boolean {
  return promotions.reduce((sum, { info }) => sum + info.length, 0) > maxLength;
}

const savesCents = z
  .int({ error: 'Please enter an amount such as 12.50' })
  .min(1, `Please enter more than ${formatCents(0)}`)
  .max(MAX_SAVES_CENTS, `Please enter at most ${formatCents(MAX_SAVES_CENTS)}`)
  .nullable();

/**
 * A promotion as the owner entered it. Its HTML is sanitized before it is saved. Older clients don't send
 * `headline` and `savesCents`. The stored values are then kept.
 */
export const promotionDraft = z.object({
  code: optionalLine(60),
  info: z
    .string({ error: 'Required Field' })
    .trim()
    .min(1, 'Required Field')
    .max(MAX_PROMOTION_LENGTH, PROMOTION_TOO_LONG)
    .refine((value) => !UNSUPPORTED_CHARACTER.test(value), 'Please use only letters, numbers, and symbols'),
  url: webLink,
  additionalUrl: webLink,
  validUntil,
  isOnline: z.boolean({ error: 'Please enter yes or no' }).default(false),
  /** The offer in a few words, for search results. */
  headline: lineOrUnchanged(MAX_HEADLINE_LENGTH),
  /** The savings from one use. */
  savesCents: savesCents.optional(),
});
export type PromotionDraft = z.infer<typeof promotionDraft>;

/** Limits the number of promotions. Each one is validated by the given schema. */
export function promotionList<Promotion extends z.ZodType>(promotion: Promotion) {
  return z
    .array(promotion, { error: 'Please use a list of promotions' })
    .max(MAX_PROMOTIONS, `Please use at most ${MAX_PROMOTIONS} promotions`);
}

/** Limits what owners can enter. Staff may import more. */
export const ownerPromotionList = promotionList(promotionDraft).refine(
  (promotions) => !isTooLongTogether(promotions),
  PROMOTIONS_TOO_LONG,
);

/** The number of words is limited, because each word is indexed for every location. */
export const businessName = requiredLine('Required Field')
  .refine((value) => value === '' || /[\p{L}\p{N}]/u.test(value), 'Please use at least one letter or digit')
  .refine(
    (value) => searchWords(value).length <= MAX_NAME_WORDS,
    `Please use at most ${MAX_NAME_WORDS} words`,
  );

export const businessDraft = z.object({
  name: businessName,
  categories: businessCategories,
  isPremier: z.boolean(),
  isNational: z.boolean(),
  isListed: z.boolean(),
  isMembersOnly: z.boolean(),
  logo: optionalLine(100).refine(
    (value) => value === null || LOGO_PATH.test(value),
    'Please use one of our logos: /store-logos/….svg',
  ),
  url: webLink,
  promotions: promotionList(promotionDraft),
});
export type BusinessDraft = z.infer<typeof businessDraft>;

const coordinate = (limit: number) =>
  z
    .number({ error: 'Please use degrees, such as 39.7491' })
    .min(-limit, `Please use degrees from -${limit} to ${limit}`)
    .max(limit, `Please use degrees from -${limit} to ${limit}`)
    .nullable();

const DECIMAL_NUMBER = /^[-+]?\d+(\.\d*)?(e[-+]?\d+)?$/i;

/** Degrees as text. Blank text becomes null. */
export function degreesText(schema: typeof locationFields.shape.latitude) {
  const toNumber = (text: string) => (DECIMAL_NUMBER.test(text) ? Number(text) : Number.NaN);
  return z
    .string()
    .transform((text) => (text.trim() === '' ? null : toNumber(text.trim())))
    .pipe(schema);
}

/** These fields are validated together by `locationRules`. */
export const locationFields = z.object({
  street1: optionalLine(100),
  street2: optionalLine(100),
  city: optionalLine(60),
  state: optionalLine(60),
  zip: optionalLine(12),
  country: optionalLine(2)
    .transform((value) => value?.toUpperCase() ?? 'US')
    .refine(isCountryCode, 'Please use a two-letter country code'),
  phone: optionalPhone(),
  latitude: coordinate(90),
  longitude: coordinate(180),
});
export type LocationDraft = z.infer<typeof locationFields>;

/**
 * Requires both coordinates or neither. A state in the US must be known, and is replaced by its code. A US
 * ZIP code must have 5 or 9 digits.
 */
export function locationRules({ value, issues }: z.core.ParsePayload<LocationDraft>): void {
  const addIssue = (field: keyof LocationDraft, message: string) =>
    issues.push({ code: 'custom', input: value[field], path: [field], message });
  if (value.latitude === null && value.longitude !== null) addIssue('latitude', 'Required Field');
  if (value.longitude === null && value.latitude !== null) addIssue('longitude', 'Required Field');
  if (value.country !== 'US') return;
  const state = value.state === null ? null : usStateCode(value.state);
  if (value.state !== null && state === null) addIssue('state', 'Please choose a state');
  else value.state = state;
  const zip = value.zip === null ? null : readZip(value.zip);
  if (zip === null) return;
  if ('value' in zip) value.zip = zip.value;
  else addIssue('zip', `${zip.error} (spreadsheets drop zeros at the beginning)`);
}

export const locationDraft = locationFields.check(locationRules);
