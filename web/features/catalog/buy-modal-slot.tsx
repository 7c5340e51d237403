import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { PlanSlug } from '#server/lib/pages.shared.ts';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { parsePlanSlug } from './use-consumer-plans.ts';

const loadModal = () => import('./buy-modal.tsx');
const BuyModal = lazy(async () => ({ default: (await loadModal()).BuyModal }));

interface BuyModalSlotProps {
  closePath: string;
  /**
   * Set this on a plan's page. An email that reopens a purchase links to that page with `#complete=` and a
   * token, but without `?plan=`.
   */
  pagePlanSlug?: PlanSlug;
}

/**
 * Shows the buy modal when the URL requests it (`?plan=family`). Loads its code when the page is idle, or
 * when the modal opens. The closed modal stays mounted.
 */
export function BuyModalSlot({ closePath, pagePlanSlug }: BuyModalSlotProps) {
  usePreloadWhenIdle(loadModal);
  const [params] = useSearchParams();
  const isReopening = useCompletionToken() !== null;
  const requestedSlug = parsePlanSlug(params.get('plan'));
  const slug = requestedSlug ?? (isReopening ? (pagePlanSlug ?? null) : null);
  const [wasOpened, setWasOpened] = useState(slug !== null);
  if (slug !== null && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <BuyModal slug={slug} closePath={closePath} />
    </Suspense>
  );
}
