import { useState } from 'react';
import { emailChange, type Profile } from '#server/domains/accounts/profile/profile.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { EmailField } from '#web/ui/form/fields.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { ResendVerification } from '../resend-verification.tsx';
import classes from './profile.module.css';
import { RepeatableForm } from './repeatable-form.tsx';

/** The address changes once it is verified with the link that is emailed to the new address (D58). */
export function EmailSection({ profile: { email, isEmailVerified, pendingEmail } }: { profile: Profile }) {
  const utils = trpc.useUtils();
  const changeEmail = trpc.accounts.profile.changeEmail.useMutation();
  const withdraw = trpc.accounts.profile.withdrawEmailChange.useMutation({
    onSuccess: async () => {
      setIsWithdrawn(true);
      await utils.accounts.profile.get.invalidate();
    },
  });
  const [isWithdrawn, setIsWithdrawn] = useState(false);
  const [hasJustSent, setHasJustSent] = useState(false);
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-email">
      <h2 id="profile-email">Your email address</h2>
      <p>
        You log in with <strong>{email}</strong>
        {isEmailVerified ? '.' : ', which isn’t verified yet.'}
      </p>
      {pendingEmail === null && isEmailVerified ? null : (
        <Notice tone={hasJustSent ? 'success' : 'info'}>
          <div className={classes.pending}>
            <p>
              We sent a link to <strong>{pendingEmail ?? email}</strong>. Open it to{' '}
              {pendingEmail === null ? 'verify the address' : 'start logging in with that address'}.
              {pendingEmail === null ? '' : ` We also let ${email} know.`}
            </p>
            <ResendVerification email={pendingEmail ?? email} />
            {pendingEmail === null ? null : (
              <div>
                <Button variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
                  Keep {email}
                </Button>
              </div>
            )}
          </div>
        </Notice>
      )}
      {isWithdrawn && pendingEmail === null ? (
        <Notice tone="success">Your email address is still {email}. The link we sent no longer works.</Notice>
      ) : null}
      {withdraw.isError ? <ErrorBox message={toFailure(withdraw.error).message} focus /> : null}
      <RepeatableForm
        initial={{ email: '', currentPassword: '' }}
        schema={emailChange}
        onSubmit={async (change) => {
          await changeEmail.mutateAsync(change);
          setHasJustSent(true);
          setIsWithdrawn(false);
          await utils.accounts.profile.get.invalidate();
        }}
        submitLabel="Change email"
      >
        <EmailField label="New email" autoComplete="email" />
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
      </RepeatableForm>
    </section>
  );
}
