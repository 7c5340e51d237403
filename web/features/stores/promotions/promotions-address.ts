import { paths } from '#server/site/pages.shared.ts';

/** The drawer of a store's promotions is part of the URL, on top of the search, so that Back closes it. */
const PARAM = 'promotions';

export function readPromotionsStoreId(search: string): string | null {
  return new URLSearchParams(search).get(PARAM);
}

export function withPromotions(search: string, storeId: string): string {
  const params = new URLSearchParams(search);
  params.set(PARAM, storeId);
  return paths.savings(params.toString());
}

export function withoutPromotions(search: string): string {
  const params = new URLSearchParams(search);
  params.delete(PARAM);
  return paths.savings(params.toString());
}
