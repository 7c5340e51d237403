import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { ROLE_CONTRACTS } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { SignatureField } from '#web/ui/signature/signature-field.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { AgreementFields } from '../agreement-fields.tsx';
import { FieldGroup } from '../field-group.tsx';
import { AffiliateReference } from './affiliate-reference.tsx';
import type { AffiliateValues } from './affiliate-values.ts';

interface AffiliateReferencePageProps {
  form: WizardForm<AffiliateValues>;
  role: AffiliateRole;
}

export function AffiliateReferencePage({ form, role }: AffiliateReferencePageProps) {
  return (
    <>
      <FieldGroup title="Did someone recommend us?">
        <AffiliateReference form={form} />
      </FieldGroup>
      <FieldGroup title="Agreements">
        <AgreementFields
          agreements={[
            { name: 'contractAgree', type: ROLE_CONTRACTS[role], title: 'membership terms' },
            { name: 'privacyAgree', type: 'PRIVACYPOLICY', title: 'terms and privacy policy' },
            { name: 'policyAgree', type: 'POLICYPROCEDUREMANUAL', title: 'Policy Procedure Manual' },
          ]}
        />
      </FieldGroup>
      <SignatureField name="signature" label="Signature" />
    </>
  );
}
