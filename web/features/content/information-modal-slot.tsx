import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';

const InformationModal = lazy(async () => ({
  default: (await import('./information-modal.tsx')).InformationModal,
}));

/** Shows the 'Serve Your Community' modal if the home page's URL requests it. Loads its code only then. */
export function InformationModalSlot() {
  const { pathname, search } = useLocation();
  const isRequested = new URLSearchParams(search).get('request') === 'information';
  const opened = isRequested && pathname === paths.home();
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <InformationModal opened={opened} />
    </Suspense>
  );
}
