import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';

const InformationModal = lazy(async () => ({
  default: (await import('./information-modal.tsx')).InformationModal,
}));

/** The 'Serve Your Community' modal, if the URL asks for it. Its code is loaded only then. */
export function InformationModalSlot() {
  const { pathname, search } = useLocation();
  const asks = new URLSearchParams(search).get('request') === 'information';
  const opened = asks && pathname === paths.home();
  const [asked, setAsked] = useState(opened);
  if (opened && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <InformationModal opened={opened} />
    </Suspense>
  );
}
