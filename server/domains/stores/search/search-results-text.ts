import { compile } from 'html-to-text';
import { BUSINESS_ZONE } from '../../../lib/dates.ts';
import { guardLine } from '../../../lib/spreadsheet.ts';
import { categoryName } from '../category.shared.ts';
import type { Promotion } from '../promotion.schema.ts';
import type { Store } from '../store.schema.ts';
import type { SavingsFilters, SavingsResult, SavingsSearch } from './savings-search.schema.ts';
import type { StoreWithPromotions } from './savings-search.service.ts';

const WIDTH = 78;
const INDENT = '    ';
const SEPARATOR = '-'.repeat(WIDTH);

const convertHtml = compile({
  wordwrap: WIDTH - INDENT.length,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    // Not a hyphen, which a spreadsheet program would read as the start of a formula.
    { selector: 'ul', options: { itemPrefix: '* ' } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** The locations of a chain follow each other and have the same promotions, so a small cache is enough. */
const MAX_CACHED_TEXTS = 100;
const cachedTexts = new Map<string, string>();

function toPlainText(html: string): string {
  const cached = cachedTexts.get(html);
  if (cached !== undefined) return cached;
  const text = convertHtml(html);
  if (cachedTexts.size >= MAX_CACHED_TEXTS) cachedTexts.clear();
  cachedTexts.set(html, text);
  return text;
}

const dateTimeFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const dateFormat = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

const numberFormat = new Intl.NumberFormat('en-US');
const formatStoreCount = (count: number) =>
  `${numberFormat.format(count)} ${count === 1 ? 'store' : 'stores'}`;

type Line = string | false | null;

/** Phone numbers stay as they are: their plus sign and hyphens can't make a program do anything. */
const isUnguarded = (line: string) => line === SEPARATOR || /^[+\d][\d\s().-]*$/.test(line);

/** Some people open the file in a spreadsheet program. Some Windows text editors need CRLF. */
const joinLines = (lines: readonly Line[]) =>
  lines
    .map((line) => {
      if (line === false || line === null) return '';
      return `${isUnguarded(line) ? line : guardLine(line.trimEnd())}\r\n`;
    })
    .join('');

const toOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

function describeFilters(filters: SavingsFilters, { place, searchedInstead }: SavingsResult): string {
  const { name, category, type, distance, national } = filters;
  const placeText =
    place && `within ${distance} miles of ${place.city}, ${place.state}${place.zip ? ` ${place.zip}` : ''}`;
  const filterTexts = [
    name &&
      `name "${toOneLine(name)}"${searchedInstead ? ` (searched for "${searchedInstead}" instead)` : ''}`,
    category && `category ${categoryName(category)}`,
    type && `type ${type}`,
    placeText,
    national && (place ? 'or national' : 'national businesses'),
  ].filter((part) => typeof part === 'string' && part !== '');
  return filterTexts.length > 0 ? filterTexts.join(', ') : 'all stores';
}

const SORT_SENTENCES = {
  1: 'Sorted by name, A to Z.',
  2: 'Sorted by name, Z to A.',
  3: 'Sorted by type, A to Z.',
  4: 'Sorted by type, Z to A.',
  5: 'Nearest first.',
} as const;

/** Formats the filters, the time, and the number of results. */
export function formatResultsHeader(search: SavingsSearch, result: SavingsResult, now: Date): string {
  // Without a place, there is no distance to sort by.
  const sort = search.sortBy === 5 && !result.place ? 1 : search.sortBy;
  return joinLines([
    'Everything Card: search results',
    '',
    `Searched for: ${describeFilters(search, result)}`,
    `Searched on:  ${dateTimeFormat.format(now)}`,
    `Found:        ${formatStoreCount(result.count)}`,
    result.count > 0 && SORT_SENTENCES[sort],
    SEPARATOR,
    '',
  ]);
}

/** The last line proves to the reader that the list is complete. */
export function formatResultsFooter(storeCount: number): string {
  return joinLines([
    storeCount === 0 ? 'No Results' : SEPARATOR,
    `End of the list: ${formatStoreCount(storeCount)}.`,
  ]);
}

function formatAddress({ isPlaceholder, street1, street2, city, state, zip, country }: Store): Line[] {
  if (isPlaceholder) return ['Nationwide, with no address'];
  const region = toOneLine(`${state ?? ''} ${zip ?? ''}`);
  const cityLine = [city && toOneLine(city), region].filter(Boolean).join(', ');
  return [
    street1 && toOneLine(street1),
    street2 && toOneLine(street2),
    cityLine,
    country === 'US' ? null : toOneLine(country),
  ];
}

function formatPromotion({ info, code, validUntil, isOnline, url, additionalUrl }: Promotion): Line[] {
  const [firstLine = '', ...otherLines] = toPlainText(info).split('\n');
  const terms = [
    code && `Code: ${toOneLine(code)}`,
    validUntil && `Valid until ${dateFormat.format(new Date(`${validUntil}T00:00:00Z`))}`,
    isOnline ? 'Online' : 'In store',
  ].filter(Boolean);
  const links = [url, additionalUrl].map((link) => link && INDENT + toOneLine(link));
  return [
    `  * ${firstLine}`,
    ...otherLines.map((line) => INDENT + line),
    INDENT + terms.join('. '),
    ...links,
  ];
}

function listPromotionLines({ promotionsDisabled, promotionsCount, ...store }: StoreWithPromotions): Line[] {
  if (promotionsCount === 0) return [];
  const count = `${promotionsCount} ${promotionsCount === 1 ? 'promotion' : 'promotions'}`;
  if (promotionsDisabled) return [`${count}: log in with a valid membership to see them`];
  return [`${count}:`, ...store.promotions.flatMap(formatPromotion)];
}

export function formatStore(store: StoreWithPromotions): string {
  const { businessname, type, isPremier, isNational, phone, url, distanceMiles } = store;
  const labels = [isPremier && 'Premier', isNational && 'National'].filter(Boolean);
  return joinLines([
    toOneLine(businessname),
    [type, ...labels].join(' | '),
    ...formatAddress(store).map((line) => line || null),
    phone && toOneLine(phone),
    url && toOneLine(url),
    distanceMiles !== null && `${distanceMiles.toFixed(1)} miles away`,
    ...listPromotionLines(store),
    '',
  ]);
}
