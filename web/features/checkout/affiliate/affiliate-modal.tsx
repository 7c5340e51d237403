import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { AffiliateSignup } from './affiliate-signup.tsx';
import { SIGNUP_TITLES } from './signup-roles.ts';

interface AffiliateModalProps {
  role: AffiliateRole;
  opened: boolean;
  closePath: string;
  /** The query string that opens this modal, such as '?type=friend'. */
  search: string;
}

export function AffiliateModal({ role, opened, closePath, search }: AffiliateModalProps) {
  const close = useCloseModal(closePath);
  return (
    <ModalRoute opened={opened} title={SIGNUP_TITLES[role]} closePath={closePath} size="lg">
      <AffiliateSignup key={role} role={role} search={search} onClose={close} />
    </ModalRoute>
  );
}
