import { useState } from 'react';
import { replaceInput } from '#server/domains/checkout/kinds/corporate/corporate.schema.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import { Form } from '#web/ui/form/form.tsx';
import { CompletionFrame } from '../checkout/completion/completion-frame.tsx';
import { EmployeeFields } from '../checkout/corporate/employees/employee-fields.tsx';
import { emptyEmployee } from '../checkout/corporate/employees/employee-values.ts';
import { type CompanyCardData, holderName } from './company-data.ts';

const schema = replaceInput.pick({ employee: true });

/**
 * Replaces an employee with another person, who gets a new card. The old card ends immediately, and nothing
 * is charged.
 */
export function ReplaceEmployee({ card }: { card: CompanyCardData }) {
  const close = useCloseModal(paths.company());
  const utils = trpc.useUtils();
  const replace = trpc.corporate.replace.useMutation();
  const company = trpc.corporate.company.useQuery();
  const [replacement, setReplacement] = useState<{ name: string; number: string } | null>(null);
  const [initial] = useState(() => ({
    employee: { ...emptyEmployee(), familyPlan: card.isFamily },
  }));
  const name = holderName(card);

  async function send({ employee }: typeof initial) {
    const { number } = await replace.mutateAsync({ membershipId: card.id, employee });
    setReplacement({ name: `${employee.firstname} ${employee.lastname}`.trim(), number });
    void utils.corporate.company.invalidate();
    void utils.corporate.cards.invalidate();
  }

  if (replacement !== null) {
    return (
      <CompletionFrame
        title="Employee replaced"
        heading={`${replacement.name} now has a card`}
        text={`Its membership ID is ${formatMembershipNumber(replacement.number)}. ${name}’s card is no longer valid.`}
      >
        <Button onClick={close}>Close</Button>
      </CompletionFrame>
    );
  }
  return (
    <Form initial={initial} schema={schema} onSubmit={send} submitLabel="Replace employee">
      {({ values }) => (
        <>
          <p>
            The {card.planName.toLowerCase()} card of <strong>{name}</strong> ends right away. The new
            employee gets a card with its own ID, and you won’t be charged.
          </p>
          <EmployeeFields
            pathPrefix="employee."
            values={values.employee}
            companyName={company.data?.company?.name ?? ''}
            kind="fixed"
          />
        </>
      )}
    </Form>
  );
}
