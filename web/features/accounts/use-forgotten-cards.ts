import { useEffect } from 'react';
import { removeCardsExcept } from '#web/lib/forget-cards.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Deletes the cards that an earlier session stored on this device, on any page. */
export function useForgottenCards(): void {
  const { data: viewer } = trpc.viewer.user.useQuery();
  useEffect(() => {
    if (viewer !== undefined) removeCardsExcept(viewer?.id ?? null);
  }, [viewer]);
}
