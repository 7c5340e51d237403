import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Company } from '#server/domains/memberships/company/company.schema.ts';
import { writeDraft } from '#web/ui/wizard/draft.ts';
import { newSubmissionKey } from '#web/ui/wizard/submission-key.ts';
import { type AddCardsValues, DRAFT_ID, emptyAddCards, SECRET_FIELDS } from './add-cards-values.ts';
import { AddCardsWizard } from './add-cards-wizard.tsx';
import { AddedCards } from './added-cards.tsx';

interface AddCardsProps {
  company: Company;
  onClose(): void;
}

export function AddCards({ company, onClose }: AddCardsProps) {
  const [params] = useSearchParams();
  const [run, setRun] = useState(() => ({ round: 0, initial: emptyAddCards() }));
  const completedPurchaseId = params.get('completed');
  if (completedPurchaseId !== null) return <AddedCards purchaseId={completedPurchaseId} onClose={onClose} />;

  function startAgain(values: AddCardsValues) {
    writeDraft(sessionStorage, DRAFT_ID, { values, submission: newSubmissionKey() }, SECRET_FIELDS);
    setRun({ round: run.round + 1, initial: values });
  }

  return <AddCardsWizard key={run.round} company={company} initial={run.initial} onStartAgain={startAgain} />;
}
