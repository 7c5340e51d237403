import { useLocation } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { lazyModal } from '#web/ui/dialogs/lazy-modal.tsx';

const TrialModal = lazyModal(async () => (await import('./trial-modal.tsx')).TrialModal);

/** Shows the trial modal over the home page at the trial's URL. */
export function TrialModalSlot() {
  return <TrialModal opened={useLocation().pathname === paths.trial()} />;
}
