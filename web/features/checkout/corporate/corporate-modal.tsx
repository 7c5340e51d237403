import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { CorporatePurchase } from './corporate-purchase.tsx';

interface CorporateModalProps {
  opened: boolean;
  /** The page under the modal. */
  beneath: string;
}

export function CorporateModal({ opened, beneath }: CorporateModalProps) {
  const close = useCloseModal(beneath);
  return (
    <ModalRoute opened={opened} title="Corporate plan" beneath={beneath} size="lg">
      <CorporatePurchase onClose={close} />
    </ModalRoute>
  );
}
