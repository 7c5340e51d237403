import { useState } from 'react';
import { passwordResetForm } from '#server/domains/accounts/password-reset.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmailField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import classes from './accounts.module.css';
import { useFocusOnChange } from './use-focus-on-change.ts';

/** Shows the same confirmation for every address, so that it doesn't reveal who has an account. */
export function ForgotPassword({ onBack }: { onBack(): void }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const requestReset = trpc.accounts.passwordReset.request.useMutation();
  const backButton = (
    <button type="button" className={classes.textButton} onClick={onBack}>
      Back to Login
    </button>
  );
  const container = useFocusOnChange(sentTo === null ? 'ask' : 'sent');
  if (sentTo !== null) {
    return (
      <div ref={container} className={classes.panel}>
        <div tabIndex={-1}>
          <Notice tone="success">
            <p>An email has been sent to {sentTo}</p>
          </Notice>
        </div>
        <p>If there’s an account for that address, you’ll get a link to choose a new password.</p>
        <div>{backButton}</div>
      </div>
    );
  }
  return (
    <Form
      initial={{ email: '' }}
      schema={passwordResetForm}
      onSubmit={async ({ email }) => {
        await requestReset.mutateAsync({ email });
        setSentTo(email.trim());
      }}
      submitLabel="Send reset link"
      errorHeader="An Error Occurred"
      secondary={backButton}
    >
      <EmailField label="Account email" autoComplete="username" initialFocus />
    </Form>
  );
}
