import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';

const InformationModal = lazy(async () => ({
  default: (await import('./information-modal.tsx')).InformationModal,
}));

/** 'Serve Your Community' over home where the address asks for it; nothing of it is fetched before that. */
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
