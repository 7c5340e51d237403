import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#server/lib/pages.shared.ts';
import { ModalRoute } from '#web/ui/dialogs/modal-route.tsx';
import { useCloseModal } from '#web/ui/dialogs/use-close-modal.ts';
import layout from '#web/ui/styles/layout.module.css';
import classes from './accounts.module.css';
import { ForgotPassword } from './forgot-password.tsx';
import { LoginForm } from './login-form.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';

interface LoginModalProps {
  opened: boolean;
  closePath: string;
}

export function LoginModal({ opened, closePath }: LoginModalProps) {
  const [isResetting, setResetting] = useState(false);
  const close = useCloseModal(closePath);
  const container = useFocusOnChange(isResetting ? 'forgot' : 'login');
  return (
    <ModalRoute
      opened={opened}
      title={isResetting ? 'Forgot your password' : 'Login'}
      closePath={closePath}
      size="sm"
    >
      <div ref={container}>
        {isResetting ? (
          <ForgotPassword onBack={() => setResetting(false)} />
        ) : (
          <LoginForm onForgot={() => setResetting(true)} onDone={close} initialFocus>
            <p className={`${layout.touchLinks} ${classes.below}`}>
              No account yet? <Link to={paths.account()}>Register</Link>
            </p>
          </LoginForm>
        )}
      </div>
    </ModalRoute>
  );
}
