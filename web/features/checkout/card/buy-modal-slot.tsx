import { useSearchParams } from 'react-router';
import type { PlanSlug } from '#server/lib/pages.shared.ts';
import { parsePlanSlug } from '#web/features/catalog/use-consumer-plans.ts';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';

const BuyModal = lazyModal(async () => (await import('./buy-modal.tsx')).BuyModal);

interface BuyModalSlotProps {
  closePath: string;
  /**
   * Set this on a plan's page. An email that reopens a purchase links to that page with `#complete=` and a
   * token, but without `?plan=`.
   */
  pagePlanSlug?: PlanSlug;
}

/** Shows the buy modal when the URL requests it (`?plan=family`). */
export function BuyModalSlot({ closePath, pagePlanSlug }: BuyModalSlotProps) {
  usePreloadWhenIdle(BuyModal.load);
  const [params] = useSearchParams();
  const isReopening = useCompletionToken() !== null;
  const requestedSlug = parsePlanSlug(params.get('plan'));
  const slug = requestedSlug ?? (isReopening ? (pagePlanSlug ?? null) : null);
  return <BuyModal opened={slug !== null} slug={slug} closePath={closePath} />;
}
