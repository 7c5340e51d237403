import { DEPARTMENTS, educatorRequest } from '#server/content/messages/educator.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ChoicesField } from '#web/ui/form/choices-field.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { FormTrap, useFormProof } from './form-proof.tsx';

const departments: string[] = [];
const EMPTY = { name: '', email: '', phone: '', zip: '', department: departments };

/** Send is disabled while a field is invalid. */
export function InformationForm({ onSent }: { onSent(asked: { hasPhone: boolean }): void }) {
  const request = trpc.content.requestEducatorInfo.useMutation();
  const { send, trap } = useFormProof({ atOnce: true });
  return (
    <Form
      initial={EMPTY}
      schema={educatorRequest}
      mode="strict"
      onSubmit={async (values) => {
        const asked = educatorRequest.parse(values);
        await send((proof) => request.mutateAsync({ ...asked, ...proof }));
        onSent({ hasPhone: asked.phone !== null });
      }}
      submitLabel="Request information"
    >
      <TextField name="name" label="Name" autoComplete="name" autoCapitalize="words" initialFocus />
      <EmailField />
      <PhoneField optional />
      <TextField name="zip" label="ZIP code" inputMode="numeric" autoComplete="postal-code" maxLength={20} />
      <ChoicesField
        name="department"
        label="Departments"
        description="Choose at least one."
        options={DEPARTMENTS}
      />
      <FormTrap trap={trap} />
    </Form>
  );
}
