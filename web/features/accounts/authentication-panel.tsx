import { useState } from 'react';
import { registrationForm } from '#server/domains/accounts/account.schema.ts';
import { readPostalCode } from '#server/lib/readers/zip.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmailField, TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import classes from './accounts.module.css';
import { ForgotPassword } from './forgot-password.tsx';
import { LoginForm } from './login-form.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { useRefreshData } from './use-session.ts';
import '#web/ui/styles/mantine-rest.css';

const EMPTY = { firstname: '', lastname: '', latinName: '', email: '', zip: '', password: '', confirm: '' };

interface RegisterFormProps {
  onDone?: (() => void) | undefined;
}

function RegisterForm({ onDone }: RegisterFormProps) {
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
      <TextField
        name="zip"
        label="ZIP code"
        read={readPostalCode}
        autoComplete="postal-code"
        maxLength={20}
      />
      <NewPasswordFields label="Password" />
    </Form>
  );
}

interface AuthenticationPanelProps {
  /** Called after login or registration, once the page's data has been refetched. */
  onDone?: () => void;
  /** The level of the panel's heading: one below the heading that precedes the panel. */
  headingLevel?: 3 | 4 | 5;
  isRegistrationOffered?: boolean;
}

const HEADINGS = { 3: 'h3', 4: 'h4', 5: 'h5' } as const;

export function AuthenticationPanel({
  onDone,
  headingLevel = 3,
  isRegistrationOffered = true,
}: AuthenticationPanelProps) {
  const [isResetting, setResetting] = useState(false);
  const container = useFocusOnChange(isResetting ? 'forgot' : 'enter');
  const Heading = HEADINGS[headingLevel];
  if (isResetting) {
    return (
      <div ref={container} className={classes.panel}>
        <Heading>Forgot your password</Heading>
        <ForgotPassword onBack={() => setResetting(false)} />
      </div>
    );
  }
  return (
    <div ref={container} className={classes.container}>
      <div className={classes.forms}>
        <section className={classes.panel} aria-label="Login">
          <Heading>Login</Heading>
          <LoginForm onForgot={() => setResetting(true)} onDone={onDone} />
        </section>
        {isRegistrationOffered ? (
          <section className={classes.panel} aria-label="Register">
            <Heading>Register</Heading>
            <RegisterForm onDone={onDone} />
          </section>
        ) : null}
      </div>
    </div>
  );
}
