import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import { paths } from '#server/site/pages.shared.ts';

const TrialModal = lazy(async () => ({ default: (await import('./trial-modal.tsx')).TrialModal }));

/** Loads and shows the trial modal over the home page at its URL. */
export function TrialModalSlot() {
  const opened = useLocation().pathname === paths.trial();
  const [asked, setAsked] = useState(opened);
  if (opened && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <Suspense fallback={null}>
      <TrialModal opened={opened} />
    </Suspense>
  );
}
