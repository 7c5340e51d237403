import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';

const loadModal = () => import('#web/features/checkout/corporate/corporate-modal.tsx');
const CorporateModal = lazy(async () => ({ default: (await loadModal()).CorporateModal }));

interface CorporateModalSlotProps {
  closePath: string;
  /**
   * Set this on the corporate plan's page. An email that reopens a purchase links to that page with
   * `#complete=` and a token, but without `?plan=`.
   */
  ownPage?: boolean;
}

/**
 * Shows the corporate purchase when the URL requests it (`?plan=corporate`). Loads its code when the page is
 * idle, or when the modal opens. The closed modal stays mounted.
 */
export function CorporateModalSlot({ closePath, ownPage = false }: CorporateModalSlotProps) {
  usePreloadWhenIdle(loadModal);
  const [params] = useSearchParams();
  const isReopening = useCompletionToken() !== null;
  const opened = params.get('plan') === 'corporate' || (ownPage && isReopening);
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <CorporateModal opened={opened} closePath={closePath} />
    </Suspense>
  );
}
