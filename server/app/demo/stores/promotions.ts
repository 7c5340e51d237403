import type { PromotionDraft } from '../../../domains/stores/business-draft.schema.ts';
import { readDollars } from '../../../lib/readers/money.ts';
import { valueOrNull } from '../../../lib/readers/reading.ts';
import type { Random } from './random.ts';
import type { Trade } from './trades.ts';

const DAY_MS = 86_400_000;

const CONDITIONS = [
  'Show your card before you pay',
  'One per visit',
  'Not with other offers',
  'By appointment',
  'Monday to Thursday',
  'At every one of our locations',
  'While it lasts',
] as const;

interface PromotedBusiness {
  trade: Trade;
  name: string;
  url: string | null;
  /** True if the business has no location. */
  isOnlineOnly: boolean;
}

/** Separate generators, so that headlines don't change the rest of the demo data. */
export interface PromotionRandoms {
  random: Random;
  headlines: Random;
}

/** Makes up to three promotions. Some have ended, and some never end. */
export function makePromotions(
  { random, headlines }: PromotionRandoms,
  business: PromotedBusiness,
  now: Date,
): PromotionDraft[] {
  const count = random.weighted([
    { weight: 20, count: 0 },
    { weight: 50, count: 1 },
    { weight: 22, count: 2 },
    { weight: 8, count: 3 },
  ]).count;
  const offers = new Set<string>();
  while (offers.size < Math.min(count, business.trade.offers.length)) {
    offers.add(random.pick(business.trade.offers));
  }
  return [...offers].map((offer) => ({
    ...makePromotion(random, business, offer, now),
    ...makeHeadline(headlines, offer),
  }));
}

/** What one use of an offer saves, in dollars, if the offer itself states no amount. */
const SAVINGS_DOLLARS: Readonly<Record<string, number>> = {
  'A free class': 18,
  'A free dessert with two main courses': 8,
  'A free first day of daycare': 35,
  'A free hour on weekdays': 9,
  'A free popcorn with a ticket': 7,
  'Buy one coffee, get one free': 4.5,
  'Free gift wrapping': 5,
  'Free tire rotation': 25,
  'Kids free with a paying adult': 12,
  'Two tickets for the price of one': 14,
};

/**
 * Returns the offer as the headline, with its savings if they are known. Leaves a quarter of the headlines
 * out.
 */
function makeHeadline(
  headlines: Random,
  offer: string,
): Required<Pick<PromotionDraft, 'headline' | 'savesCents'>> {
  if (!headlines.chance(0.75)) return { headline: null, savesCents: null };
  const [, amount = ''] = /^(\$\d+) off\b/.exec(offer) ?? [];
  const savingsDollars = SAVINGS_DOLLARS[offer];
  return {
    headline: offer,
    savesCents: savingsDollars === undefined ? valueOrNull(readDollars(amount)) : savingsDollars * 100,
  };
}

function makePromotion(
  random: Random,
  { name, url, isOnlineOnly }: PromotedBusiness,
  offer: string,
  now: Date,
) {
  const isOnline = isOnlineOnly || (url !== null && random.chance(0.2));
  return {
    code: random.chance(0.75) ? makeCode(name, random.between(5, 95)) : null,
    info: makeInfo(random, offer, name),
    url: url !== null && (isOnline || random.chance(0.3)) ? `${url}/offers` : null,
    additionalUrl: url !== null && random.chance(0.1) ? `${url}/terms` : null,
    validUntil: pickEndDate(random, now),
    isOnline,
  };
}

function makeInfo(random: Random, offer: string, name: string): string {
  const conditions = new Set([random.pick(CONDITIONS), random.pick(CONDITIONS)]);
  const items = [...conditions].map((condition) => `<li>${condition}</li>`).join('');
  const thanksHtml = random.chance(0.3)
    ? `<p><em>Thank you from all of us at ${name.replaceAll('&', '&amp;')}.</em></p>`
    : '';
  return `<p><strong>${offer}</strong> for card holders.</p><ul>${items}</ul>${thanksHtml}`;
}

/** Makes a code such as 'LARK25' for Larkmere Coffee. */
function makeCode(name: string, number: number): string {
  const letters = name.normalize('NFKD').replace(/^The |[^a-z]/gi, '');
  return `${letters.slice(0, 4).toUpperCase()}${number}`;
}

function pickEndDate(random: Random, now: Date): string | null {
  if (random.chance(0.3)) return null;
  const days = random.chance(0.1) ? -random.between(2, 90) : random.between(7, 400);
  return new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
}
