import { useState } from 'react';
import '#web/ui/styles/mantine-rest.css';
import classes from './accounts.module.css';
import { ForgotPassword } from './forgot-password.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';

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
