import { paths } from '#server/lib/pages.shared.ts';

/** Names the store whose promotions the drawer shows. It is in the URL, so that Back closes the drawer. */
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
