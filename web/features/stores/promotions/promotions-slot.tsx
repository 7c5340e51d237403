import { lazy, Suspense, useState } from 'react';
import type { FoundStore } from '../search/use-savings.ts';
import { readPromotionsStoreId, withoutPromotions } from './promotions-address.ts';

const PromotionsDrawer = lazy(async () => ({
  default: (await import('./promotions-drawer.tsx')).PromotionsDrawer,
}));

interface PromotionsSlotProps {
  /** The stores on the current page of results. Only their promotions can be shown. */
  stores: readonly FoundStore[];
  search: string;
}

/**
 * Shows the drawer if the URL names a store whose promotions the visitor may see. Loads its code only then.
 */
export function PromotionsSlot({ stores, search }: PromotionsSlotProps) {
  const requestedStoreId = readPromotionsStoreId(search);
  const requestedStore = stores.find(({ id }) => id === requestedStoreId);
  const hasPromotions = requestedStore && requestedStore.promotionsCount > 0;
  const store = hasPromotions && !requestedStore.promotionsDisabled ? requestedStore : null;
  const [wasOpened, setWasOpened] = useState(false);
  if (store !== null && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <PromotionsDrawer store={store} closePath={withoutPromotions(search)} />
    </Suspense>
  );
}
