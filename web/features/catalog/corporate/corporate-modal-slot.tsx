import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';

const CorporateModal = lazy(async () => ({
  default: (await import('#web/features/checkout/corporate/corporate-modal.tsx')).CorporateModal,
}));

interface CorporateModalSlotProps {
  beneath: string;
  /** The corporate plan's own page, which a mail's link opens with the key of a purchase (`?complete=…`). */
  ownPage?: boolean;
}

/** The corporate purchase where the address asks for it (`?plan=corporate`); nothing of it is fetched before that. */
export function CorporateModalSlot({ beneath, ownPage = false }: CorporateModalSlotProps) {
  const [params] = useSearchParams();
  const opened = params.get('plan') === 'corporate' || (ownPage && params.has('complete'));
  const [asked, setAsked] = useState(opened);
  if (opened && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <CorporateModal opened={opened} beneath={beneath} />
    </Suspense>
  );
}
