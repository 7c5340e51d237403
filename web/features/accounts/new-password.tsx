import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newPasswordForm } from '#server/domains/accounts/password-reset.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './accounts.module.css';
import { ForgotPassword } from './forgot-password.tsx';
import { NewPasswordFields } from './new-password-fields.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { useRefreshData } from './use-session.ts';

const INVALID_LINK = 'This link no longer works. Please request a new email.';

/**
 * Sets a new password with the token of an emailed link. If the link is invalid, offers to send a new one.
 */
export function NewPassword({ token }: { token: string | null }) {
  const [state, setState] = useState<'choose' | 'done' | 'invalid'>('choose');
  const setPassword = trpc.accounts.passwordReset.complete.useMutation();
  const refreshData = useRefreshData();
  const navigate = useNavigate();
  const container = useFocusOnChange(state);

  if (state === 'done') {
    return (
      <div ref={container} className={classes.panel}>
        <div tabIndex={-1}>
          <Notice tone="success">
            <p>Your password is changed, and you’re logged out everywhere.</p>
          </Notice>
        </div>
        <div className={layout.row}>
          <ButtonLink to={paths.account()}>Login</ButtonLink>
        </div>
      </div>
    );
  }
  if (token === null || state === 'invalid') {
    return (
      <div className={classes.panel}>
        <ErrorBox title="An Error Occurred" message={INVALID_LINK} focus={state === 'invalid'} />
        <ForgotPassword onBack={() => navigate(paths.account())} />
      </div>
    );
  }
  return (
    <Form
      initial={{ password: '', confirm: '' }}
      schema={newPasswordForm}
      onSubmit={async (values) => {
        try {
          await setPassword.mutateAsync({ ...values, token });
        } catch (error) {
          if (toFailure(error).code !== 'BAD_RESET_LINK') throw error;
          return setState('invalid');
        }
        await refreshData();
        setState('done');
      }}
      submitLabel="Change password"
      errorHeader="An Error Occurred"
    >
      <NewPasswordFields label="New password" />
    </Form>
  );
}
