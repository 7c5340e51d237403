import { addPhoto } from '#server/domains/stores/owner/photo.service.ts';
import { toPageSlug } from '#server/domains/stores/page/page-slug.shared.ts';
import type { TestApp } from '#tests/helpers/app.ts';
import type { TestAccount } from '#tests/helpers/factories/account.ts';
import { makeOwnedBusiness } from '#tests/helpers/factories/owned-business.ts';
import { makeStore } from '#tests/helpers/factories/store.ts';
import { makePng } from '#tests/helpers/pictures.ts';

interface OwnPage {
  businessId: string;
  /** A location that can be removed. */
  location: { id: string; version: string };
  photo: { id: string; file: string };
}

export interface PageWorld {
  /** Saves a business for the account, adds a location to it, and replaces its photos with a single one. */
  withPage(account: TestAccount): Promise<OwnPage>;
  /** Returns the slug of a store's business. */
  slugOf(storeId: string): Promise<string>;
}

export function makePageWorld({ deps, caller }: Pick<TestApp, 'deps' | 'caller'>): PageWorld {
  return {
    withPage: async (account) => {
      const businessId = await makeOwnedBusiness(deps.db, { accountId: account.id });
      await deps.db.deleteFrom('businessPhotos').where('businessId', '=', businessId).execute();
      await makeStore(deps.db, { businessId });
      const [photo] = await addPhoto(deps, account.id, makePng(16, 16));
      const location = (await caller(account).businesses.mine())?.locations.at(-1);
      if (!photo || !location) throw new Error('The page is incomplete');
      return { businessId, location, photo };
    },
    slugOf: async (storeId) => {
      const { id, searchName } = await deps.db
        .selectFrom('stores')
        .innerJoin('businesses', 'businesses.id', 'stores.businessId')
        .select(['businesses.id', 'businesses.searchName'])
        .where('stores.id', '=', storeId)
        .executeTakeFirstOrThrow();
      return toPageSlug({ id, searchName });
    },
  };
}
