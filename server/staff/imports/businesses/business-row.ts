import { z } from 'zod';
import {
  type BusinessDraft,
  businessDraft,
  degreesText,
  type LocationDraft,
  locationDraft,
  locationFields,
  promotionDraft,
  promotionList,
} from '../../../domains/stores/business-draft.schema.ts';
import { BUSINESS_CATEGORIES } from '../../../domains/stores/category.shared.ts';
import { findCountryCode } from '../../../lib/countries.ts';
import { restoreZip } from '../../../lib/table/cells.ts';
import type { LineFault, TableCells } from '../../../lib/table/table.ts';
import { requiredLine } from '../../../lib/text.ts';
import { isStoresColumn, type StoresColumn } from './business-columns.shared.ts';

export interface StoresRow {
  businessKey: string;
  business: BusinessDraft;
  /** Null for a business without a location. */
  location: { key: string; location: LocationDraft } | null;
}

export type RowFault = Omit<LineFault, 'line'>;

const business = businessDraft.shape;
const location = locationFields.shape;
const key = requiredLine('Required Field');

const YES = new Set(['yes', 'y', 'true', '1']);
const NO = new Set(['no', 'n', 'false', '0']);

function yesNoCell(valueIfEmpty: boolean) {
  return z.string().transform((cell, context) => {
    const word = cell.trim().toLowerCase();
    if (word === '') return valueIfEmpty;
    if (YES.has(word)) return true;
    if (NO.has(word)) return false;
    context.issues.push({ code: 'custom', input: cell, message: 'Please enter yes or no' });
    return z.NEVER;
  });
}

export const CATEGORY_OPTIONS = Object.entries(BUSINESS_CATEGORIES).map(([value, label]) => ({
  value,
  label,
  names: [label.toLowerCase()],
}));

const CATEGORY_BY_NAME = new Map<string, number>(
  Object.entries(BUSINESS_CATEGORIES).map(([value, name]) => [name.toLowerCase(), Number(value)]),
);

const categories = z
  .string()
  .transform((cell, context) => {
    const names = cell.split(';').map((name) => name.trim());
    return names.flatMap((name) => {
      if (name === '') return [];
      const value = CATEGORY_BY_NAME.get(name.toLowerCase()) ?? (/^\d{1,2}$/.test(name) ? Number(name) : 0);
      if (value in BUSINESS_CATEGORIES) return [value];
      context.issues.push({ code: 'custom', input: cell, message: `There is no category '${name}'` });
      return z.NEVER;
    });
  })
  .pipe(business.categories);

/** A promotion as JSON, with the field names of the GraphQL contract. */
const promotionCell = z
  .strictObject(
    {
      code: promotionDraft.shape.code,
      info: promotionDraft.shape.info,
      url: promotionDraft.shape.url,
      additionalURL: promotionDraft.shape.additionalUrl,
      validUntil: promotionDraft.shape.validUntil,
      online: promotionDraft.shape.isOnline,
      headline: promotionDraft.shape.headline,
      savesCents: promotionDraft.shape.savesCents,
    },
    {
      error: (issue) =>
        issue.code === 'unrecognized_keys' ? `has no ${issue.keys?.join(', ')}` : 'is not a promotion',
    },
  )
  .transform(({ additionalURL, online, ...rest }) => ({
    ...rest,
    additionalUrl: additionalURL,
    isOnline: online,
  }));

const promotions = z
  .string()
  .transform((cell, context): unknown => {
    if (cell.trim() === '') return [];
    try {
      return JSON.parse(cell);
    } catch {
      context.issues.push({ code: 'custom', input: cell, message: 'Please use a JSON array of promotions' });
      return z.NEVER;
    }
  })
  .pipe(promotionList(promotionCell));

/** Matches an address without its beginning, such as www.example.com/shop. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?:[/?#].*)?$/i;

const toWebAddress = (cell: string) => (HOST.test(cell.trim()) ? `https://${cell.trim()}` : cell);

const rowSchema = z.object({
  business_key: key,
  store_key: z
    .string()
    .transform((cell) => cell.trim() || null)
    .pipe(key.nullable()),
  businessname: business.name,
  categories,
  premier: yesNoCell(false),
  national: yesNoCell(false),
  members_only: yesNoCell(false),
  listed: yesNoCell(true),
  logo: business.logo,
  url: z.preprocess(toWebAddress, business.url),
  promotions,
  street1: location.street1,
  street2: location.street2,
  city: location.city,
  state: location.state,
  zip: location.zip,
  country: z.preprocess((cell: string) => findCountryCode(cell) ?? cell, location.country),
  phone: location.phone,
  latitude: degreesText(location.latitude),
  longitude: degreesText(location.longitude),
} satisfies Record<StoresColumn, z.ZodType>);

const LOCATION_COLUMNS = [
  'street1',
  'street2',
  'city',
  'state',
  'zip',
  'phone',
  'latitude',
  'longitude',
] as const;

/**
 * Validates a row. Returns the errors of all columns. Rules that involve several columns are checked only if
 * each column is valid.
 */
export function readRow(input: TableCells): StoresRow | { faults: RowFault[] } {
  const { zip = '', country = '' } = input;
  const isAmerican = country.trim() === '' || findCountryCode(country) === 'US';
  const parsed = rowSchema.safeParse({ ...input, zip: isAmerican ? restoreZip(zip) : zip });
  if (!parsed.success) return { faults: parsed.error.issues.map(toRowFault) };
  const row = parsed.data;
  const businessRow = {
    businessKey: row.business_key,
    business: {
      name: row.businessname,
      categories: row.categories,
      isPremier: row.premier,
      isNational: row.national,
      isMembersOnly: row.members_only,
      isListed: row.listed,
      logo: row.logo,
      url: row.url,
      promotions: row.promotions,
    },
  };
  if (row.store_key === null) {
    return LOCATION_COLUMNS.every((column) => row[column] === null)
      ? { ...businessRow, location: null }
      : { faults: [{ column: 'store_key', message: 'Required Field' }] };
  }
  const place = locationDraft.safeParse(row);
  if (!place.success) return { faults: place.error.issues.map(toRowFault) };
  return { ...businessRow, location: { key: row.store_key, location: place.data } };
}

function toRowFault({ path, message }: z.core.$ZodIssue): RowFault {
  const [columnName, position, field] = path;
  const column = typeof columnName === 'string' && isStoresColumn(columnName) ? columnName : null;
  if (typeof position !== 'number') return { column, message };
  const promotionPart = field === undefined ? 'promotion' : `${String(field)} of promotion`;
  return { column, message: `${promotionPart} ${position + 1}: ${message}` };
}
