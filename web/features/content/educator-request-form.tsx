import { DEPARTMENTS, educatorRequest } from '#server/domains/content/messages/educator.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ChoicesField } from '#web/ui/form/choices-field.tsx';
import { EmailField, PhoneField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Honeypot, useSpamProtection } from './spam-protection.tsx';

const departmentOptions: string[] = [];
const EMPTY = { name: '', email: '', phone: '', zip: '', department: departmentOptions };

export function EducatorRequestForm({ onSent }: { onSent(request: { hasPhone: boolean }): void }) {
  const requestInfo = trpc.content.requestEducatorInfo.useMutation();
  const { send, honeypot } = useSpamProtection({ loadsAtOnce: true });
  return (
    <Form
      initial={EMPTY}
      schema={educatorRequest}
      mode="strict"
      onSubmit={async (values) => {
        const request = educatorRequest.parse(values);
        await send((antiSpam) => requestInfo.mutateAsync({ ...request, ...antiSpam }));
        onSent({ hasPhone: request.phone !== null });
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
      <Honeypot honeypot={honeypot} />
    </Form>
  );
}
