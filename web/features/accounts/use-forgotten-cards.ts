import { useEffect } from 'react';
import { removeCardsExcept } from '#web/lib/forget-cards.ts';
import { trpc } from '#web/lib/trpc.ts';

/** Deletes cards that another account, or an ended session, left on this device. */
export function useForgottenCards(): void {
  const { data: viewer } = trpc.viewer.user.useQuery();
  useEffect(() => {
    if (viewer !== undefined) removeCardsExcept(viewer?.id ?? null);
  }, [viewer]);
}
