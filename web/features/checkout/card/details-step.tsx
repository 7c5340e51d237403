import { useState } from 'react';
import type { Plan } from '#server/domains/catalog/plan.schema.ts';
import { formatCents } from '#server/lib/money.ts';
import { ContractDialog } from '#web/features/content/contract-dialog.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { AgreementCheckbox } from '../agreement-fields.tsx';
import { describeCardOffer } from '../charge-terms.ts';
import classes from '../checkout.module.css';
import { BuyerReferenceField } from '../reference-field.tsx';
import type { CardPurchaseValues } from './card-purchase-values.ts';

interface DetailsStepProps {
  form: WizardForm<CardPurchaseValues>;
  /** The catalog's entry for a physical card. */
  physicalCard: Plan;
  signedIn: boolean;
}

export function DetailsStep({ form, physicalCard, signedIn }: DetailsStepProps) {
  const [isReadingTerms, setReadingTerms] = useState(false);
  const deliveryTime = physicalCard.copy.points[0];
  return (
    <>
      <BuyerReferenceField form={form} />
      <div className={classes.choices}>
        <CheckboxField
          name="requestedPhysicalCard"
          label={physicalCard.name}
          description={[
            physicalCard.copy.summary,
            deliveryTime && `Delivery takes ${deliveryTime}.`,
            describeCardOffer(physicalCard, signedIn),
          ]
            .filter(Boolean)
            .join(' ')}
        >
          Send me a physical card, {formatCents(physicalCard.priceCents)} once
        </CheckboxField>
        <CheckboxField name="boughtBefore" label="Bought before">
          I have bought an Everything Card before
        </CheckboxField>
        <div>
          <AgreementCheckbox name="contractAgree" type="MEMBER" label="Terms">
            I accept the membership terms
          </AgreementCheckbox>
          <button type="button" className={classes.termsLink} onClick={() => setReadingTerms(true)}>
            Read the membership terms
          </button>
        </div>
      </div>
      <ContractDialog type="MEMBER" opened={isReadingTerms} onClose={() => setReadingTerms(false)} />
    </>
  );
}
