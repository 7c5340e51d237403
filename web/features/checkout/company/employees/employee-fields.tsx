import { Button } from '#web/ui/button.tsx';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { useField } from '#web/ui/form/field-context.tsx';
import { EmailField, PhoneField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { FamilyMemberFields, SpouseFields } from '#web/ui/form/latin-name-field.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import classes from '../../checkout.module.css';
import { useRows } from '../../use-rows.ts';
import type { EmployeeValues } from './employee-values.ts';

const MAX_MEMBERS = 20;

interface EmployeeFieldsProps {
  /** The employee's path in the form's values, with a trailing dot, such as 'employees.3.'. */
  pathPrefix: string;
  values: EmployeeValues;
  companyName: string;
  /** The additional price of a family card, such as '$49.95 Extra'. */
  familyLabel?: string | undefined;
  /** Use 'fixed' if the kind of card can't change, as in a replacement. */
  kind?: 'chosen' | 'fixed';
}

export function EmployeeFields(props: EmployeeFieldsProps) {
  const { pathPrefix, values, companyName, familyLabel, kind = 'chosen' } = props;
  return (
    <div className={formClasses.group}>
      <NameFields prefix={pathPrefix} isOwnName={false} />
      <PhoneField name={`${pathPrefix}phone`} autoComplete="off" />
      <EmailField
        name={`${pathPrefix}email`}
        optional
        autoComplete="off"
        description="We’ll invite the employee to keep the card in an account. Without an email, you print the card."
      />
      <CheckboxField
        name={`${pathPrefix}ownAddress`}
        label="Own address"
        description={`Otherwise, we ship physical cards to ${companyName || 'your company'}.`}
      >
        This employee has their own address
      </CheckboxField>
      {values.ownAddress ? <EmployeeAddress pathPrefix={pathPrefix} /> : null}
      {kind === 'fixed' ? null : <FamilyPlanField pathPrefix={pathPrefix} label={familyLabel} />}
      {values.familyPlan ? <EmployeeFamily pathPrefix={pathPrefix} /> : null}
    </div>
  );
}

function FamilyPlanField({ pathPrefix, label }: { pathPrefix: string; label: string | undefined }) {
  return (
    <CheckboxField
      name={`${pathPrefix}familyPlan`}
      label="Family plan"
      description="2 adults plus children under 18, or under 26 if in college. It counts as two cards."
    >
      Family plan {label === undefined ? null : <span className={formClasses.optional}>{label}</span>}
    </CheckboxField>
  );
}

function EmployeeAddress({ pathPrefix }: { pathPrefix: string }) {
  return (
    <section aria-label="Own address">
      <AddressFields prefix={pathPrefix} />
    </section>
  );
}

/** Card verification shows all these names to the cashier. */
function EmployeeFamily({ pathPrefix }: { pathPrefix: string }) {
  const field = useField(`${pathPrefix}family`, 'Family members');
  const family: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  const { list, add, remove } = useRows<unknown>(family, { name: '', latinName: '' }, field.setValue);
  const rows = family.map((_, index) => ({ index, path: `${pathPrefix}family.${index}` }));
  return (
    <section aria-label="Family" className={formClasses.group}>
      <SpouseFields prefix={pathPrefix} />
      <div ref={list} className={formClasses.group}>
        {rows.map(({ path, index }) => (
          <div key={path} className={classes.member}>
            <FamilyMemberFields path={path} label={`Family member ${index + 1}`} />
            <Button
              variant="quiet"
              onClick={() => remove(index)}
              aria-label={`Remove family member ${index + 1}`}
            >
              Remove
            </Button>
          </div>
        ))}
        {family.length < MAX_MEMBERS ? (
          <div>
            <Button variant="secondary" onClick={add}>
              Add family member
            </Button>
          </div>
        ) : null}
      </div>
    </section>
  );
}
