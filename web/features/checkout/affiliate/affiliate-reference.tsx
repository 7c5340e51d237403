import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { ReferenceField } from '../reference-field.tsx';
import type { ReferenceValues } from '../reference-values.ts';

/**
 * Lets the affiliate choose the required reference. Initially, it is the owner of the referral link or,
 * without one, the house account (D24).
 */
export function AffiliateReference({ form: { values, set } }: { form: WizardForm<ReferenceValues> }) {
  return (
    <ReferenceField
      text={values.referenceLabel}
      question="Who told you about us? If nobody did, leave this as it is."
      required
      onChoose={(reference, referenceLabel) => set({ reference, referenceLabel })}
    />
  );
}
