import type { BusinessToSave } from '../../stores/business.service.ts';
import type { LocationDraft } from '../../stores/business-draft.schema.ts';
import { createLocations } from './locations.ts';
import { createNames } from './names.ts';
import { makePromotions } from './promotions.ts';
import { createRandom, type Random } from './random.ts';
import { TRADES, type Trade } from './trades.ts';

/** How many businesses of each kind. */
const ONLINE = 14;
const NATIONAL = 38;
const REGIONAL = 140;
const SINGLE = 520;
export const DEMO_BUSINESSES = ONLINE + NATIONAL + REGIONAL + SINGLE;
const LOGOS_OF_A_TRADE = 3;

export function demoKey(number: number): string {
  return `demo-${number}`;
}

interface Kind {
  name: string;
  trade: Trade;
  isNational: boolean;
  isOnlineOnly?: boolean;
  places: LocationDraft[];
}

/** Invented businesses of every category. They are the same each time, except for when their promotions end. */
export async function makeDemoBusinesses(now: Date): Promise<BusinessToSave[]> {
  const random = createRandom(1905);
  const names = createNames(random);
  const locations = await createLocations(random, names);
  const several = (count: number, make: (trade: Trade, kind: string) => Kind) =>
    Array.from({ length: count }, () => {
      const trade = random.weighted(TRADES);
      return make(trade, random.pick(trade.kinds));
    });
  const kinds = [
    ...several(ONLINE, (trade, kind) => ({
      name: names.national(`${kind} Online`),
      trade,
      isNational: true,
      isOnlineOnly: true,
      places: [locations.nowhere()],
    })),
    ...several(NATIONAL, (trade, kind) => ({
      name: names.national(kind),
      trade,
      isNational: true,
      places: Array.from({ length: random.between(20, 75) }, locations.anywhere),
    })),
    ...several(REGIONAL, (trade, kind) => ({
      name: names.regional(kind),
      trade,
      isNational: false,
      places: locations.region(random.between(2, 12)),
    })),
    ...several(SINGLE, (trade, kind) => {
      const place = locations.anywhere();
      return { name: names.single(kind, place.city ?? ''), trade, isNational: false, places: [place] };
    }),
  ];
  return byName(kinds).map((kind, at) => toSave(random, kind, at, now));
}

/** In the order of the search results. */
function byName(kinds: Kind[]): Kind[] {
  const key = ({ name }: Kind) => name.toLowerCase();
  return kinds.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function toSave(random: Random, kind: Kind, at: number, now: Date): BusinessToSave {
  const { name, trade, isNational, isOnlineOnly = false, places } = kind;
  const url = isOnlineOnly || random.chance(0.7) ? `https://${slug(name)}.example` : null;
  const also = random.chance(0.25) ? [random.pick(trade.also)] : [];
  const promotions = makePromotions(random, { trade, name, url, isOnlineOnly }, now);
  return {
    key: demoKey(at + 1),
    business: {
      name,
      categories: [trade.category, ...also],
      isPremier: random.chance(isNational ? 0.3 : 0.08),
      isNational,
      isListed: true,
      // Every twelfth, starting near the first, so that visitors soon see one.
      isMembersOnly: at % 12 === 3,
      logo: random.chance(0.88)
        ? `/store-logos/${trade.logo}-${random.between(1, LOGOS_OF_A_TRADE)}.svg`
        : null,
      url,
      promotions,
    },
    locations: places.map((location, number) => ({ key: String(number + 1), location })),
  };
}

function slug(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}']/gu, '')
    .toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, '-');
}
