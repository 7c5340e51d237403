import type { BusinessToSave } from '../../stores/business.service.ts';
import type { LocationDraft } from '../../stores/business-draft.schema.ts';
import { createLocations } from './locations.ts';
import { createNames } from './names.ts';
import { makePromotions } from './promotions.ts';
import { createRandom, type Random } from './random.ts';
import { TRADES, type Trade } from './trades.ts';

const ONLINE_COUNT = 14;
const NATIONAL_COUNT = 38;
const REGIONAL_COUNT = 140;
const SINGLE_COUNT = 520;
export const DEMO_BUSINESS_COUNT = ONLINE_COUNT + NATIONAL_COUNT + REGIONAL_COUNT + SINGLE_COUNT;
const LOGOS_PER_TRADE = 3;

export function demoKey(number: number): string {
  return `demo-${number}`;
}

interface BusinessDraft {
  name: string;
  trade: Trade;
  isNational: boolean;
  isOnlineOnly?: boolean;
  places: LocationDraft[];
}

/**
 * Makes fictional businesses in every category. They are the same each time, except for the dates when
 * promotions end.
 */
export async function makeDemoBusinesses(now: Date): Promise<BusinessToSave[]> {
  const random = createRandom(1905);
  const names = createNames(random);
  const locations = await createLocations(random, names);
  const makeDrafts = (count: number, makeDraft: (trade: Trade, kind: string) => BusinessDraft) =>
    Array.from({ length: count }, () => {
      const trade = random.weighted(TRADES);
      return makeDraft(trade, random.pick(trade.kinds));
    });
  const drafts = [
    ...makeDrafts(ONLINE_COUNT, (trade, kind) => ({
      name: names.national(`${kind} Online`),
      trade,
      isNational: true,
      isOnlineOnly: true,
      places: [locations.withoutAddress()],
    })),
    ...makeDrafts(NATIONAL_COUNT, (trade, kind) => ({
      name: names.national(kind),
      trade,
      isNational: true,
      places: Array.from({ length: random.between(20, 75) }, locations.anywhere),
    })),
    ...makeDrafts(REGIONAL_COUNT, (trade, kind) => ({
      name: names.regional(kind),
      trade,
      isNational: false,
      places: locations.region(random.between(2, 12)),
    })),
    ...makeDrafts(SINGLE_COUNT, (trade, kind) => {
      const place = locations.anywhere();
      return { name: names.single(kind, place.city ?? ''), trade, isNational: false, places: [place] };
    }),
  ];
  return sortByName(drafts).map((draft, index) => toBusiness(random, draft, index, now));
}

/** Sorts like the search results. */
function sortByName(drafts: BusinessDraft[]): BusinessDraft[] {
  const sortKey = ({ name }: BusinessDraft) => name.toLowerCase();
  return drafts.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function toBusiness(random: Random, draft: BusinessDraft, index: number, now: Date): BusinessToSave {
  const { name, trade, isNational, isOnlineOnly = false, places } = draft;
  const url = isOnlineOnly || random.chance(0.7) ? `https://${toSlug(name)}.example` : null;
  const extraCategories = random.chance(0.25) ? [random.pick(trade.extraCategories)] : [];
  const promotions = makePromotions(random, { trade, name, url, isOnlineOnly }, now);
  return {
    key: demoKey(index + 1),
    business: {
      name,
      categories: [trade.category, ...extraCategories],
      isPremier: random.chance(isNational ? 0.3 : 0.08),
      isNational,
      isListed: true,
      // Every twelfth business, starting with the fourth, so that the first page of results has one.
      isMembersOnly: index % 12 === 3,
      logo: random.chance(0.88)
        ? `/store-logos/${trade.logo}-${random.between(1, LOGOS_PER_TRADE)}.svg`
        : null,
      url,
      promotions,
    },
    locations: places.map((location, number) => ({ key: String(number + 1), location })),
  };
}

function toSlug(name: string): string {
  const normalized = name
    .normalize('NFKD')
    .replace(/[\p{M}']/gu, '')
    .toLowerCase();
  return normalized.replace(/[^a-z0-9]+/g, '-');
}
