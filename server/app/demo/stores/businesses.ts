import type { BusinessToSave } from '../../../domains/stores/business.service.ts';
import type { LocationDraft } from '../../../domains/stores/business-draft.schema.ts';
import { createLocations } from './locations.ts';
import { createNames } from './names.ts';
import { makePage } from './pages.ts';
import { makePromotions, type PromotionRandoms } from './promotions.ts';
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

/** The random businesses include no dentist near Denver, where the demo's other businesses are. */
const DENTIST: BusinessToSave = {
  key: 'demo-dentist',
  business: {
    name: 'Larimer Street Dental',
    categories: [2],
    isPremier: false,
    isNational: false,
    isListed: true,
    isMembersOnly: false,
    logo: '/store-logos/dental-1.svg',
    url: null,
    promotions: [
      {
        code: 'SMILE40',
        info: '<p>$40 off a first cleaning. Show your card before you pay.</p>',
        url: null,
        additionalUrl: null,
        validUntil: null,
        isOnline: false,
        headline: '$40 off a first cleaning',
        savesCents: 4_000,
      },
    ],
  },
  locations: [
    {
      key: '1',
      location: {
        street1: '1412 Larimer St',
        street2: null,
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
        phone: '(303) 555-0119',
        latitude: 39.7478,
        longitude: -104.9995,
      },
    },
  ],
};

interface BusinessDraft {
  name: string;
  trade: Trade;
  /** One of `trade.kinds`. */
  kind: string;
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
      kind,
      isNational: true,
      isOnlineOnly: true,
      places: [locations.withoutAddress()],
    })),
    ...makeDrafts(NATIONAL_COUNT, (trade, kind) => ({
      name: names.national(kind),
      trade,
      kind,
      isNational: true,
      places: Array.from({ length: random.between(20, 75) }, locations.anywhere),
    })),
    ...makeDrafts(REGIONAL_COUNT, (trade, kind) => ({
      name: names.regional(kind),
      trade,
      kind,
      isNational: false,
      places: locations.region(random.between(2, 12)),
    })),
    ...makeDrafts(SINGLE_COUNT, (trade, kind) => {
      const place = locations.anywhere();
      return { name: names.single(kind, place.city ?? ''), trade, kind, isNational: false, places: [place] };
    }),
  ];
  const randoms = { random, headlines: createRandom(64), pages: createRandom(1911) };
  return [...sortByName(drafts).map((draft, index) => toBusiness(randoms, draft, index, now)), DENTIST];
}

/** Sorts like the search results. */
function sortByName(drafts: BusinessDraft[]): BusinessDraft[] {
  const sortKey = ({ name }: BusinessDraft) => name.toLowerCase();
  return drafts.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Separate generators, so that adding a kind of data doesn't change the rest of the demo data. */
type DemoRandoms = PromotionRandoms & { pages: Random };

function toBusiness(randoms: DemoRandoms, draft: BusinessDraft, index: number, now: Date): BusinessToSave {
  const { random } = randoms;
  const { name, trade, kind, isNational, isOnlineOnly = false, places } = draft;
  const { description, hours } = makePage(randoms.pages, { kind, trade, isNational, isOnlineOnly, places });
  const url = isOnlineOnly || random.chance(0.7) ? `https://${toSlug(name)}.example` : null;
  const extraCategories = random.chance(0.25) ? [random.pick(trade.extraCategories)] : [];
  const promotions = makePromotions(randoms, { trade, name, url, isOnlineOnly }, now);
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
    description,
    locations: places.map((location, index) => ({
      key: String(index + 1),
      location,
      hours: hours[index] ?? null,
    })),
  };
}

function toSlug(name: string): string {
  const normalizedName = name
    .normalize('NFKD')
    .replace(/[\p{M}']/gu, '')
    .toLowerCase();
  return normalizedName.replace(/[^a-z0-9]+/g, '-');
}
