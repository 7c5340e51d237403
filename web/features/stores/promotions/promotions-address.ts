import { paths } from '#server/site/pages.shared.ts';

/** While the URL has this parameter, the drawer with a store's promotions is open, so Back closes it. */
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
