import { useState } from 'react';
import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { AddCards } from './add-cards.tsx';
import { useCompanySearchParams } from './company-search-params.ts';

interface AddCardsModalProps {
  company: Company;
  canChange: boolean;
}

/** Opens when the URL has `?add=cards`. */
export function AddCardsModal({ company, canChange }: AddCardsModalProps) {
  const { isAdding } = useCompanySearchParams();
  const close = useCloseModal(paths.company());
  const [wasOpened, setWasOpened] = useState(isAdding);
  if (isAdding && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <ModalRoute opened={isAdding} title="Add cards" closePath={paths.company()} size="lg">
      {canChange ? (
        <AddCards company={company} onClose={close} />
      ) : (
        <EmptyState headingLevel={3} title="You can’t add cards right now">
          You can add cards while your plan is paid and set to renew. If you need help, please contact
          customer support.
        </EmptyState>
      )}
    </ModalRoute>
  );
}
