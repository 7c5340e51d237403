import { lazy, Suspense, useState } from 'react';
import type { FoundStore } from '../search/use-savings.ts';
import { readPromotionsStoreId, withoutPromotions } from './promotions-address.ts';

const PromotionsDrawer = lazy(async () => ({
  default: (await import('./promotions-drawer.tsx')).PromotionsDrawer,
}));

interface PromotionsSlotProps {
  /** The stores on the current page of results. A link can open only their promotions. */
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
  const foundStore = hasPromotions && !requestedStore.promotionsDisabled ? requestedStore : null;
  const [lastStore, setLastStore] = useState<FoundStore | null>(null);
  if (foundStore !== null && foundStore !== lastStore) setLastStore(foundStore);
  if (lastStore === null) return null;
  // A visitor can open the drawer while new results load. It stays open even if they don't have its store.
  const isFromLastResults = requestedStore === undefined && lastStore.id === requestedStoreId;
  return (
    <Suspense fallback={null}>
      <PromotionsDrawer
        opened={foundStore !== null || isFromLastResults}
        store={lastStore}
        closePath={withoutPromotions(search)}
      />
    </Suspense>
  );
}
