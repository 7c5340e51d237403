import { useState } from 'react';
import { emailChange, type Profile } from '#server/accounts/profile/profile.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { EmailField, PasswordField } from '#web/ui/form/fields.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { ResendVerification } from '../resend-verification.tsx';
import classes from './profile.module.css';
import { RepeatableForm } from './repeatable-form.tsx';

/** The address changes once its new owner follows the emailed link (D58). */
export function EmailSection({ profile: { email, isEmailVerified, pendingEmail } }: { profile: Profile }) {
  const utils = trpc.useUtils();
  const changeEmail = trpc.accounts.profile.changeEmail.useMutation();
  const [hasJustSent, setHasJustSent] = useState(false);
  return (
    <section className={classes.section} aria-labelledby="profile-email">
      <h2 id="profile-email">Your e-mail address</h2>
      <p>
        You log in with <strong>{email}</strong>
        {isEmailVerified ? '.' : ', which is not verified yet.'}
      </p>
      {pendingEmail === null && isEmailVerified ? null : (
        <Notice tone={hasJustSent ? 'success' : 'info'}>
          <div className={classes.pending}>
            <p>
              We sent a link to <strong>{pendingEmail ?? email}</strong>. Open it to{' '}
              {pendingEmail === null ? 'verify the address' : 'log in with that address from then on'}.
            </p>
            <ResendVerification email={pendingEmail ?? email} />
          </div>
        </Notice>
      )}
      <RepeatableForm
        initial={{ email: '', currentPassword: '' }}
        schema={emailChange}
        onSubmit={async (change) => {
          await changeEmail.mutateAsync(change);
          setHasJustSent(true);
          await utils.accounts.profile.get.invalidate();
        }}
        submitLabel="Change e-mail"
      >
        <EmailField label="New e-mail" autoComplete="email" />
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
      </RepeatableForm>
    </section>
  );
}
