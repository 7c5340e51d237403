import { z } from 'zod';
import type { Promotion } from '#server/stores/promotion.schema.ts';
import { savingsSearch } from '#server/stores/search/savings-search.schema.ts';
import type { Store } from '#server/stores/store.schema.ts';
import { readFilters } from '../../search-filters.ts';
import { operation, withoutBlanks } from '../operation.ts';

const filter = z.object({ id: z.string(), value: z.string().nullish() });

const searchArgs = z.preprocess((args) => {
  const { filtered, ...page } = z.looseObject({ filtered: z.array(filter).nullish() }).parse(args);
  const values = (filtered ?? []).map(({ id, value }) => ({ id, value }));
  return { ...withoutBlanks(page), ...readFilters(values) };
}, savingsSearch);

function presentPromotion({ id, code, info, url, additionalUrl, validUntil, isOnline }: Promotion) {
  return {
    id,
    code,
    info,
    url,
    additionalURL: additionalUrl,
    // The contract's dates are UTC instants: use the end of the last day.
    validUntil: validUntil && `${validUntil}T23:59:59.999Z`,
    online: isOnline,
  };
}

function presentStore(store: Store, publicUrl: string) {
  const { id, street1, street2, city, state, zip, country } = store;
  return {
    id,
    nationalLocationPlaceholder: store.isPlaceholder,
    locationInformation: { street1, street2, city, state, zip, country },
    storeInformation: {
      premier: store.isPremier,
      businessname: store.businessname,
      searchName: store.searchName,
      type: store.type,
      // Absolute, because the back office is another site.
      logo: store.logo && URL.parse(store.logo, publicUrl)?.href,
      category: store.categories,
      promotions: store.promotions.map(presentPromotion),
      promotionsCount: store.promotionsCount,
      promotionsDisabled: store.promotionsDisabled,
    },
  };
}

export const storeOperations = [
  operation({
    name: 'SearchStores',
    kind: 'query',
    args: searchArgs,
    call: async (caller, search, { deps }) => {
      const { count, stores } = await caller.savings.search(search);
      return { count, stores, publicUrl: deps.config.publicUrl };
    },
    present: ({ count, stores, publicUrl }) => ({
      count,
      data: stores.map((store) => presentStore(store, publicUrl)),
    }),
  }),
];
