import { familyNames } from '#server/domains/memberships/family.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { Form } from '#web/ui/form/form.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { FamilyStep, type FamilyValues } from '../../checkout/card/family-step.tsx';

import { useMembershipModal } from './use-membership-modal.ts';

type Family = NonNullable<RouterOutputs['memberships']['mine'][number]['family']>;

interface EditFamilyProps {
  number: string;
  /** Names the membership for screen readers. */
  membershipLabel: string;
  family: Family;
}

export function EditFamily({ number, membershipLabel, family }: EditFamilyProps) {
  const { isOpen, wasOpened, link } = useMembershipModal('family', number);
  return (
    <>
      <ButtonLink {...link} variant="secondary">
        Edit Family Members<VisuallyHidden> {membershipLabel}</VisuallyHidden>
      </ButtonLink>
      {wasOpened ? (
        <ModalRoute opened={isOpen} title="Edit family members" closePath={paths.account()}>
          <FamilyForm number={number} family={family} />
        </ModalRoute>
      ) : null}
    </>
  );
}

function toFamilyValues({ spouseFirstName, spouseLastName, members }: Family): FamilyValues {
  return { spouseFirstName: spouseFirstName ?? '', spouseLastName: spouseLastName ?? '', members };
}

function FamilyForm({ number, family }: Pick<EditFamilyProps, 'number' | 'family'>) {
  const utils = trpc.useUtils();
  const close = useCloseModal(paths.account());
  const edit = trpc.memberships.editFamily.useMutation({
    onSuccess: () => Promise.all([utils.memberships.invalidate(), utils.verification.invalidate()]),
  });
  return (
    <Form
      initial={toFamilyValues(family)}
      schema={familyNames}
      submitLabel="Save"
      onSubmit={async (names) => {
        await edit.mutateAsync({ number, ...names });
        close();
      }}
    >
      {(form) => <FamilyStep form={form} />}
    </Form>
  );
}
