import { contractTitles } from '#server/domains/content/text-titles.shared.ts';
import { useCommunityFund } from '#web/features/content/use-community-fund.ts';
import { Button } from '#web/ui/button.tsx';
import { NameField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { RadioField } from '#web/ui/form/radio-field.tsx';
import { SignatureField } from '#web/ui/signature/signature-field.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import { AgreementFields } from '../agreement-fields.tsx';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { TaxForm } from '../tax-forms/tax-form.tsx';
import { useRows } from '../use-rows.ts';
import { type AffiliateValues, DONATES, requiredTaxForm, type SignupConditions } from './affiliate-values.ts';
import { AffiliateReference } from './reference-page.tsx';

const MAX_EMPLOYEES = 50;

interface EmployeeFieldsProps {
  employees: AffiliateValues['employees'];
  onChange(employees: AffiliateValues['employees']): void;
}

/** Fields for the employees whom a loyalty affiliate wants us to invite. */
function EmployeeFields({ employees, onChange }: EmployeeFieldsProps) {
  const rows = employees.map((_, index) => ({ index, path: `employees.${index}` }));
  const { list, add, remove } = useRows(employees, { name: '', contact: '' }, onChange);
  return (
    <div ref={list} className={formClasses.group}>
      <p className={classes.hint}>Who should we invite? You can leave this blank.</p>
      {rows.map(({ path, index }) => (
        <div key={path} className={classes.member}>
          <div className={formClasses.pair}>
            <NameField name={`${path}.name`} label={`Name of employee ${index + 1}`} autoComplete="off" />
            <TextField
              name={`${path}.contact`}
              label={`Email or phone of employee ${index + 1}`}
              autoComplete="off"
              autoCapitalize="none"
            />
          </div>
          <Button variant="quiet" onClick={() => remove(index)} aria-label={`Remove employee ${index + 1}`}>
            Remove
          </Button>
        </div>
      ))}
      {employees.length < MAX_EMPLOYEES ? (
        <div>
          <Button variant="secondary" onClick={add}>
            {employees.length === 0 ? 'Add an employee' : 'Add another employee'}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface LoyaltyPageProps {
  form: WizardForm<AffiliateValues>;
  conditions: SignupConditions;
}

/** Shows the second page of a loyalty affiliate's signup. */
export function LoyaltyPage({ form, conditions }: LoyaltyPageProps) {
  const { values, set } = form;
  const communityFund = useCommunityFund();
  const options = [
    { value: '1', label: 'Pay it out to the business' },
    { value: DONATES, label: `Donate it to ${communityFund}` },
  ];
  return (
    <>
      <FieldGroup title="Your business">
        <TextField
          name="businessName"
          label="Business name"
          autoComplete="organization"
          autoCapitalize="words"
        />
        <RadioField
          name="compensationOption"
          label="Compensation"
          description="Where your rewards for recommending us go."
          options={options}
        />
      </FieldGroup>
      <TaxForm required={requiredTaxForm(values, conditions)} />
      <FieldGroup title="Employees to invite">
        <EmployeeFields employees={values.employees} onChange={(employees) => set({ employees })} />
      </FieldGroup>
      <FieldGroup title="Did someone recommend us?">
        <AffiliateReference form={form} />
      </FieldGroup>
      <FieldGroup title="Agreement">
        <AgreementFields
          agreements={[
            { name: 'contractAgree', type: 'LOYALTYAFFILIATE', title: contractTitles.LOYALTYAFFILIATE },
          ]}
        />
      </FieldGroup>
      <SignatureField name="signature" label="Signature" />
    </>
  );
}
