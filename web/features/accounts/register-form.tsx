import { registrationForm } from '#server/domains/accounts/account.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmailField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useRefreshData } from './use-session.ts';

const EMPTY = { firstname: '', lastname: '', email: '', zip: '', password: '', confirm: '' };

interface RegisterFormProps {
  onDone?: (() => void) | undefined;
}

export function RegisterForm({ onDone }: RegisterFormProps) {
  const register = trpc.accounts.register.useMutation();
  const refreshData = useRefreshData();
  return (
    <Form
      initial={EMPTY}
      schema={registrationForm}
      onSubmit={async ({ confirm: _confirm, ...values }) => {
        await register.mutateAsync({ ...values, startSession: true });
        await refreshData();
        onDone?.();
      }}
      submitLabel="Register"
      errorHeader="Error: Could not create Account"
    >
      <NameFields />
      <EmailField autoComplete="username" />
      <TextField name="zip" label="ZIP code" autoComplete="postal-code" maxLength={20} />
      <NewPasswordFields label="Password" />
    </Form>
  );
}
