import type { FamilyNames } from '#server/domains/memberships/family.schema.ts';
import { Button } from '#web/ui/button.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { FamilyMemberFields, SpouseFields } from '#web/ui/form/latin-name-field.tsx';
import type { WizardForm } from '#web/ui/wizard/wizard-page.ts';
import classes from '../checkout.module.css';
import { FieldGroup } from '../field-group.tsx';
import { useRows } from '../use-rows.ts';

const MAX_MEMBERS = 20;

export interface FamilyValues {
  spouseFirstName: string;
  spouseLastName: string;
  spouseLatinName: string;
  members: { name: string; latinName: string }[];
}

export const NO_FAMILY: FamilyValues = {
  spouseFirstName: '',
  spouseLastName: '',
  spouseLatinName: '',
  members: [],
};

type StoredFamily = Pick<FamilyNames, 'spouseFirstName' | 'spouseLastName' | 'spouseLatinName' | 'members'>;

export function toFamilyValues(family: StoredFamily): FamilyValues {
  return {
    spouseFirstName: family.spouseFirstName ?? '',
    spouseLastName: family.spouseLastName ?? '',
    spouseLatinName: family.spouseLatinName ?? '',
    members: family.members.map(({ name, latinName }) => ({ name, latinName: latinName ?? '' })),
  };
}

/** Card verification shows all these names to the cashier. */
export function FamilyStep({ form }: { form: Pick<WizardForm<FamilyValues>, 'values' | 'set'> }) {
  const { values, set } = form;
  const { members } = values;
  const rows = members.map((_, index) => ({ index, path: `members.${index}` }));
  const { list, add, remove } = useRows(members, { name: '', latinName: '' }, (newMembers) =>
    set({ members: newMembers }),
  );

  return (
    <>
      <p className={classes.hint}>
        A family is 2 adults plus children under 18, or under 26 if in college. Everyone you name can use the
        membership. You don’t have to name everyone.
      </p>
      <FieldGroup title="Spouse">
        <SpouseFields />
      </FieldGroup>
      <FieldGroup title="Additional family members">
        <div ref={list} className={formClasses.group}>
          {rows.map(({ path, index }) => (
            <div key={path} className={classes.member}>
              <FamilyMemberFields path={path} label={`Name ${index + 1}`} />
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
