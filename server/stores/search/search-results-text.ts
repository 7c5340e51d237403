import { compile } from 'html-to-text';
import { BUSINESS_ZONE } from '../../lib/dates.ts';
import { categoryName } from '../category.shared.ts';
import type { Promotion } from '../promotion.schema.ts';
import type { Store } from '../store.schema.ts';
import type { SavingsFilters, SavingsResult } from './savings-search.schema.ts';

const WIDTH = 78;
const INDENT = '    ';
const RULE = '-'.repeat(WIDTH);

const convert = compile({
  wordwrap: WIDTH - INDENT.length,
  selectors: [
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['(', ')'] } },
    { selector: 'ul', options: { itemPrefix: '- ' } },
    { selector: 'img', format: 'skip' },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/** Worth caching because a chain's locations follow each other with the same promotions. */
const MAX_CACHED_TEXTS = 100;
const cachedTexts = new Map<string, string>();

function plainText(html: string): string {
  const cached = cachedTexts.get(html);
  if (cached !== undefined) return cached;
  const text = convert(html);
  if (cachedTexts.size >= MAX_CACHED_TEXTS) cachedTexts.clear();
  cachedTexts.set(html, text);
  return text;
}

const when = new Intl.DateTimeFormat('en-US', {
  timeZone: BUSINESS_ZONE,
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});
const day = new Intl.DateTimeFormat('en-US', {
  timeZone: 'UTC',
  year: 'numeric',
  month: 'long',
  day: 'numeric',
});

const whole = new Intl.NumberFormat('en-US');
const stores = (count: number) => `${whole.format(count)} ${count === 1 ? 'store' : 'stores'}`;

type Line = string | false | null;

/** Uses CRLF, which every text editor on Windows understands. */
const joinLines = (lines: readonly Line[]) =>
  lines.map((line) => (line === false || line === null ? '' : `${line.trimEnd()}\r\n`)).join('');

/** Keeps a stored value from spreading over several lines. */
const onOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

function describeFilters(filters: SavingsFilters, { place, searchedInstead }: SavingsResult): string {
  const { name, category, type, distance, national } = filters;
  const around =
    place && `within ${distance} miles of ${place.city}, ${place.state}${place.zip ? ` ${place.zip}` : ''}`;
  const parts = [
    name &&
      `name "${onOneLine(name)}"${searchedInstead ? ` (searched for "${searchedInstead}" instead)` : ''}`,
    category && `category ${categoryName(category)}`,
    type && `type ${type}`,
    around,
    national && (place ? 'or national' : 'national businesses'),
  ].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? parts.join(', ') : 'all stores';
}

/** The filters, the time, and the number of results. */
export function formatResultsHeader(filters: SavingsFilters, found: SavingsResult, now: Date): string {
  return joinLines([
    'Everything Card: search results',
    '',
    `Searched for: ${describeFilters(filters, found)}`,
    `Searched on:  ${when.format(now)}`,
    `Found:        ${stores(found.count)}`,
    found.count > 0 && 'In the order of their names.',
    RULE,
    '',
  ]);
}

/** Shows the reader that the list is complete. */
export function formatResultsFooter(written: number): string {
  return joinLines([written === 0 ? 'No Results' : RULE, `End of the list: ${stores(written)}.`]);
}

function addressLines({ isPlaceholder, street1, street2, city, state, zip, country }: Store): Line[] {
  if (isPlaceholder) return ['Everywhere: a national business without a place'];
  const region = onOneLine(`${state ?? ''} ${zip ?? ''}`);
  const town = [city && onOneLine(city), region].filter(Boolean).join(', ');
  return [
    street1 && onOneLine(street1),
    street2 && onOneLine(street2),
    town,
    country === 'US' ? null : onOneLine(country),
  ];
}

function promotionLines({ info, code, validUntil, isOnline, url, additionalUrl }: Promotion): Line[] {
  const [first = '', ...others] = plainText(info).split('\n');
  const terms = [
    code && `Code: ${onOneLine(code)}`,
    validUntil && `Valid until ${day.format(new Date(`${validUntil}T00:00:00Z`))}`,
    isOnline ? 'Online' : 'In store',
  ].filter(Boolean);
  const links = [url, additionalUrl].map((link) => link && INDENT + onOneLine(link));
  return [`  * ${first}`, ...others.map((line) => INDENT + line), INDENT + terms.join('. '), ...links];
}

function promotions({ promotionsDisabled, promotionsCount, ...store }: Store): Line[] {
  if (promotionsCount === 0) return [];
  const count = `${promotionsCount} ${promotionsCount === 1 ? 'promotion' : 'promotions'}`;
  if (promotionsDisabled) return [`${count}: login with a valid membership to check them`];
  return [`${count}:`, ...store.promotions.flatMap(promotionLines)];
}

export function formatStore(store: Store): string {
  const { businessname, type, isPremier, isNational, phone, url, distanceMiles } = store;
  const marks = [isPremier && 'Premier', isNational && 'National'].filter(Boolean);
  return joinLines([
    onOneLine(businessname),
    [type, ...marks].join(' | '),
    ...addressLines(store).map((line) => line || null),
    phone && onOneLine(phone),
    url && onOneLine(url),
    distanceMiles !== null && `${distanceMiles.toFixed(1)} miles away`,
    ...promotions(store),
    '',
  ]);
}
