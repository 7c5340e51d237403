import { useSearchParams } from 'react-router';
import { usePreloadWhenIdle } from '#web/lib/preload-when-idle.ts';
import { useCompletionToken } from '#web/lib/use-link-secret.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';

const CompanyModal = lazyModal(
  async () => (await import('#web/features/checkout/company/company-purchase.tsx')).CompanyModal,
);

interface CompanyModalSlotProps {
  closePath: string;
  /**
   * Set this on the corporate plan's page. An email that reopens a purchase links to that page with
   * `#complete=` and a token, but without `?plan=`.
   */
  ownPage?: boolean;
}

/** Shows the purchase of company cards when the URL requests it (`?plan=corporate`). */
export function CompanyModalSlot({ closePath, ownPage = false }: CompanyModalSlotProps) {
  usePreloadWhenIdle(CompanyModal.load);
  const [params] = useSearchParams();
  const isReopening = useCompletionToken() !== null;
  const opened = params.get('plan') === 'corporate' || (ownPage && isReopening);
  return <CompanyModal opened={opened} closePath={closePath} />;
}
