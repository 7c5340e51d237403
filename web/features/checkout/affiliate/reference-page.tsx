import type { AffiliateRole } from '#server/domains/affiliates/affiliate.schema.ts';
import { ROLE_CONTRACTS } from '#server/domains/checkout/kinds/affiliate-signup/affiliate-signup.schema.ts';
import { readReferralCode } from '#web/lib/referral.ts';
import { trpc } from '#web/lib/trpc.ts';
import { SignatureField } from '#web/ui/signature/signature-field.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { AgreementFields } from '../agreement-fields.tsx';
import { FieldGroup } from '../field-group.tsx';
import { ReferenceField } from '../reference-field.tsx';
import { noReference, type ReferenceValues } from '../reference-values.ts';

const LOAD_ONCE = { staleTime: Number.POSITIVE_INFINITY, retry: false };

/**
 * Returns the initial reference of a signup: the owner of the referral link or, without such an owner or if
 * it is the account itself, the house account (D24). Empty if the house account can't be loaded. Undefined
 * while loading.
 */
export function useOfferedReference(accountId: string): ReferenceValues | undefined {
  const code = readReferralCode() ?? '';
  const linkOwner = trpc.affiliates.referral.useQuery({ code }, { ...LOAD_ONCE, enabled: code !== '' });
  const houseAccount = trpc.affiliates.houseReference.useQuery(undefined, LOAD_ONCE);
  if (houseAccount.isPending || (code !== '' && linkOwner.isPending)) return undefined;
  const referrer = linkOwner.data && linkOwner.data.id !== accountId ? linkOwner.data : undefined;
  const reference = referrer ?? houseAccount.data;
  if (reference === undefined) return noReference;
  return { reference: reference.id, referenceLabel: reference.label, referralCode: code };
}

/**
 * Lets the affiliate choose the required reference. Initially, it is the owner of the referral link or,
 * without one, the house account (D24).
 */
export function AffiliateReference({ form }: { form: WizardForm<ReferenceValues> }) {
  return (
    <ReferenceField
      form={form}
      question="Who told you about us? If nobody did, leave this as it is."
      required
    />
  );
}

interface ReferencePageProps {
  form: WizardForm<ReferenceValues>;
  role: AffiliateRole;
}

export function ReferencePage({ form, role }: ReferencePageProps) {
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
