import { Button } from '#web/ui/button.tsx';
import { NameField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { useRows } from '../use-rows.ts';

const MAX_MEMBERS = 20;

export interface FamilyValues {
  spouseFirstName: string;
  spouseLastName: string;
  members: { name: string }[];
}

/** Card verification shows all these names to the cashier. */
export function FamilyStep({ form }: { form: Pick<WizardForm<FamilyValues>, 'values' | 'set'> }) {
  const { values, set } = form;
  const { members } = values;
  const rows = members.map((_, index) => ({ index, path: `members.${index}` }));
  const { list, add, remove } = useRows(members, { name: '' }, (newMembers) => set({ members: newMembers }));

  return (
    <>
      <p className={classes.hint}>
        A family is 2 adults plus children under 18, or under 26 if in college. Everyone you name can use the
        membership. You don’t have to name everyone.
      </p>
      <FieldGroup title="Spouse">
        <div className={formClasses.pair}>
          <NameField name="spouseFirstName" label="Spouse’s first name" optional autoComplete="off" />
          <NameField name="spouseLastName" label="Spouse’s last name" optional autoComplete="off" />
        </div>
      </FieldGroup>
      <FieldGroup title="Additional family members">
        <div ref={list} className={formClasses.group}>
          {rows.map(({ path, index }) => (
            <div key={path} className={classes.member}>
              <NameField name={`${path}.name`} label={`Name ${index + 1}`} autoComplete="off" />
              <Button variant="quiet" onClick={() => remove(index)} aria-label={`Remove name ${index + 1}`}>
                Remove
              </Button>
            </div>
          ))}
          {members.length < MAX_MEMBERS ? (
            <div>
              <Button variant="secondary" onClick={add}>
                Add family member
              </Button>
            </div>
          ) : null}
        </div>
      </FieldGroup>
    </>
  );
}
