import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { CorporatePurchase } from './corporate-purchase.tsx';

interface CorporateModalProps {
  opened: boolean;
  closePath: string;
}

export function CorporateModal({ opened, closePath }: CorporateModalProps) {
  const close = useCloseModal(closePath);
  return (
    <ModalRoute opened={opened} title="Corporate plan" closePath={closePath} size="lg">
      <CorporatePurchase onClose={close} />
    </ModalRoute>
  );
}
