import type { ReactNode } from 'react';
import { credentials } from '#server/domains/accounts/sessions/session.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmailField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import classes from './accounts.module.css';
import { useRefreshData } from './use-session.ts';

interface LoginFormProps {
  onForgot(): void;
  /** Called after login, once the page's data has been refetched. */
  onDone?: (() => void) | undefined;
  /** Set this in a modal: the first field takes focus when the modal opens. */
  initialFocus?: boolean;
  /** Shown below the form, for example a link to register. */
  children?: ReactNode;
}

export function LoginForm({ onForgot, onDone, initialFocus, children }: LoginFormProps) {
  const login = trpc.accounts.login.useMutation();
  const refreshData = useRefreshData();
  return (
    <>
      <Form
        initial={{ email: '', password: '' }}
        schema={credentials}
        onSubmit={async (values) => {
          await login.mutateAsync(values);
          await refreshData();
          onDone?.();
        }}
        submitLabel="Login"
        errorHeader="Something went wrong"
        secondary={
          <button type="button" className={classes.textButton} onClick={onForgot}>
            Forgot your password
          </button>
        }
      >
        <EmailField autoComplete="username" initialFocus={initialFocus} />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
      </Form>
      {children}
    </>
  );
}
