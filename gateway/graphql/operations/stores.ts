import { z } from 'zod';
import type { Promotion } from '#server/domains/stores/promotion.schema.ts';
import type { savingsSearch } from '#server/domains/stores/search/savings-search.schema.ts';
import type { Store } from '#server/domains/stores/store.schema.ts';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '../../caller.ts';
import { toGraphQLError } from '../../errors.ts';
import { readFilters } from '../../search-filters.ts';
import { inputOf, operation, withoutBlanks } from '../define-operation.ts';

const filter = z.object({ id: z.string(), value: z.unknown() });
const filteredArgs = z.looseObject({ filtered: z.array(filter).nullish() });

const searchArgs = z.preprocess((args) => {
  const { filtered, ...page } = filteredArgs.parse(args);
  return { ...withoutBlanks(page), ...readFilters(filtered ?? []) };
}, inputOf<typeof savingsSearch>());

function presentPromotion({ id, code, info, url, additionalUrl, validUntil, isOnline }: Promotion) {
  return {
    id,
    code,
    info,
    url,
    additionalURL: additionalUrl,
    // The contract expects a UTC timestamp: send the end of the last valid day.
    validUntil: validUntil && `${validUntil}T23:59:59.999Z`,
    online: isOnline,
  };
}

function presentStore(store: Store, publicUrl: string, readPromotions: PromotionReader) {
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
      // The back office is on another site, so it needs an absolute URL.
      logo: store.logo && URL.parse(store.logo, publicUrl)?.href,
      category: store.categories,
      // GraphQL calls this only if the document selects the field.
      promotions: async () => (await readPromotions(store.id)).map(presentPromotion),
      promotionsCount: store.promotionsCount,
      promotionsDisabled: store.promotionsDisabled,
    },
  };
}

type PromotionReader = (storeId: string) => Promise<Promotion[]>;

/**
 * Batches the reads: the first request for a store's promotions loads them for all stores on the page.
 */
function createPromotionReader(caller: Caller, stores: readonly Store[], ctx: Context): PromotionReader {
  const readAll = async () => {
    const storeIds = stores.filter(({ promotionsCount }) => promotionsCount > 0).map(({ id }) => id);
    const rows = storeIds.length > 0 ? await caller.savings.promotions({ storeIds }) : [];
    return new Map(rows.map(({ storeId, promotions }) => [storeId, promotions]));
  };
  let byStore: ReturnType<typeof readAll> | undefined;
  return async (storeId) => {
    try {
      byStore ??= readAll();
      return (await byStore).get(storeId) ?? [];
    } catch (error) {
      throw toGraphQLError(error, 'SearchStores', ctx);
    }
  };
}

export const storeOperations = [
  operation({
    name: 'SearchStores',
    kind: 'query',
    args: searchArgs,
    call: async (caller, search, ctx) => {
      const { count, stores } = await caller.savings.search(search);
      const readPromotions = createPromotionReader(caller, stores, ctx);
      return { count, stores, readPromotions, publicUrl: ctx.deps.config.publicUrl };
    },
    present: ({ count, stores, readPromotions, publicUrl }) => ({
      count,
      data: stores.map((store) => presentStore(store, publicUrl, readPromotions)),
    }),
  }),
];
