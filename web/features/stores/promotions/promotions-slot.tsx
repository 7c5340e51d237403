import { lazy, Suspense, useState } from 'react';
import type { FoundStore } from '../search/use-savings.ts';
import { promotionsOf, withoutPromotions } from './promotions-address.ts';

const PromotionsDrawer = lazy(async () => ({
  default: (await import('./promotions-drawer.tsx')).PromotionsDrawer,
}));

interface PromotionsSlotProps {
  /** The page of results: the promotions of any of them may be shown. */
  stores: readonly FoundStore[];
  /** The address behind '?'. */
  search: string;
}

/** The drawer where the address names a store whose promotions may be seen; nothing of it is fetched before that. */
export function PromotionsSlot({ stores, search }: PromotionsSlotProps) {
  const asked = promotionsOf(search);
  const store = stores.find(({ id, promotions }) => id === asked && promotions.length > 0) ?? null;
  const [wanted, setWanted] = useState(false);
  if (store !== null && !wanted) setWanted(true);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <PromotionsDrawer store={store} beneath={withoutPromotions(search)} />
    </Suspense>
  );
}
