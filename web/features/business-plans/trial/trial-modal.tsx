import { paths } from '#server/lib/pages.shared.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { TrialOffer } from './trial-offer.tsx';
import { TrialStages } from './trial-stages.tsx';

export function TrialModal({ opened }: { opened: boolean }) {
  return (
    <ModalRoute opened={opened} title="7 Day Business Trial" closePath={paths.home()} size="lg">
      <TrialStages offer={<TrialOffer />} />
    </ModalRoute>
  );
}
