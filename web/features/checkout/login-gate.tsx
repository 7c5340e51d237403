import { useEffect, useRef } from 'react';
import { AuthenticationPanel } from '#web/features/accounts/authentication-panel.tsx';
import classes from './checkout.module.css';

interface LoginGateProps {
  title?: string | undefined;
  /** Why an account is needed. */
  reason: string;
}

/** Before the first page: the login or a new account (SPEC section 4); the user is fetched again by the panel. */
export function LoginGate({ title = 'Login to continue', reason }: LoginGateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The modal has put the focus on its close button while the user was asked for.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className={classes.gate} aria-labelledby="login-to-continue">
      <h3 ref={heading} tabIndex={-1} id="login-to-continue" className={classes.arrival} data-autofocus>
        {title}
      </h3>
      <p className={classes.hint}>{reason}</p>
      <AuthenticationPanel headingLevel={4} />
    </section>
  );
}
