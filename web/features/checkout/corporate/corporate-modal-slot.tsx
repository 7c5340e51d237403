import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';

const CorporateModal = lazyModal(
  async () => (await import('#web/features/checkout/corporate/corporate-purchase.tsx')).CorporateModal,
);

interface CorporateModalSlotProps {
  closePath: string;
  /**
   * Set this on the corporate plan's page. An email that reopens a purchase links to that page with
   * `#complete=` and a token, but without `?plan=`.
   */
  ownPage?: boolean;
}

/** Shows the corporate purchase when the URL requests it (`?plan=corporate`). */
export function CorporateModalSlot({ closePath, ownPage = false }: CorporateModalSlotProps) {
  usePreloadWhenIdle(CorporateModal.load);
  const [params] = useSearchParams();
  const isReopening = useCompletionToken() !== null;
  const opened = params.get('plan') === 'corporate' || (ownPage && isReopening);
  return <CorporateModal opened={opened} closePath={closePath} />;
}
