import { useEffect } from 'react';
import { forgetCardsExcept } from '#web/lib/forget-cards.ts';
import { trpc } from '#web/lib/trpc.ts';

/** However a session ended, or whoever's follows it: the cards that it left on this device go (on every page). */
export function useForgottenCards(): void {
  const { data: viewer } = trpc.viewer.user.useQuery();
  useEffect(() => {
    if (viewer !== undefined) forgetCardsExcept(viewer?.id ?? null);
  }, [viewer]);
}
