import { useEffect, useRef } from 'react';
import { AuthenticationPanel } from '#web/features/accounts/authentication-panel.tsx';
import classes from './checkout.module.css';

interface LoginGateProps {
  title?: string | undefined;
  /** The reason why an account is needed. */
  reason: string;
}

/** Shows login and registration before the wizard. */
export function LoginGate({ title = 'Login to continue', reason }: LoginGateProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The modal focused its close button while the viewer was loading.
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
