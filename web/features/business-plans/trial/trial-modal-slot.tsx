import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';

const TrialModal = lazy(async () => ({ default: (await import('./trial-modal.tsx')).TrialModal }));

/** Shows the trial modal over the home page at the trial's URL. Loads its code only then. */
export function TrialModalSlot() {
  const opened = useLocation().pathname === paths.trial();
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <TrialModal opened={opened} />
    </Suspense>
  );
}
