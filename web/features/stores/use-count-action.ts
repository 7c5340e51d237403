import { useEffect, useRef } from 'react';
import type { StoreAction } from '#server/stores/figures/figure.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Counts what a visitor does with a business, for its owner. A count that fails is lost. */
export function useCountAction(slug: string) {
  const { client } = trpc.useUtils();
  return (action: StoreAction): void => {
    client.savings.countAction.mutate({ slug, action }).catch(() => {});
  };
}

/** Counts that a visitor opened a business, once it is shown. */
export function useCountOpened(slug: string): void {
  const countAction = useCountAction(slug);
  const counted = useRef('');
  useEffect(() => {
    if (counted.current === slug) return;
    counted.current = slug;
    countAction('opened');
  });
}
