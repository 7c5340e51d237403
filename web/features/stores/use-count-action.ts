import { useEffect, useRef } from 'react';
import type { StoreAction } from '#server/domains/stores/figures/figure.shared.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Returns a function that counts a visitor's action for the business's owner. Ignores failures. */
export function useCountAction(slug: string) {
  const { client } = trpc.useUtils();
  return (action: StoreAction): void => {
    client.savings.countAction.mutate({ slug, action }).catch(() => {});
  };
}

/** Counts that a visitor opened a business's page, once it is shown. */
export function useCountOpened(slug: string): void {
  const countAction = useCountAction(slug);
  const countedSlug = useRef('');
  useEffect(() => {
    if (countedSlug.current === slug) return;
    countedSlug.current = slug;
    countAction('opened');
  });
}
