import { passwordChange } from '#server/domains/accounts/profile/profile.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { NewPasswordFields } from '../new-password-fields.tsx';
import classes from './profile.module.css';
import { RepeatableForm } from './repeatable-form.tsx';

const EMPTY = { currentPassword: '', password: '', confirm: '' };

export function PasswordSection({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const changePassword = trpc.accounts.profile.changePassword.useMutation();
  return (
    <section className={classes.section} aria-labelledby="profile-password">
      <h2 id="profile-password">Your password</h2>
      <RepeatableForm
        initial={EMPTY}
        schema={passwordChange}
        onSubmit={async (change) => {
          await changePassword.mutateAsync(change);
          await utils.accounts.profile.sessions.invalidate();
        }}
        submitLabel="Change password"
        doneText="Your password is changed, and you’re logged out everywhere else."
      >
        {/* Password managers save the new password for this name. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        <NewPasswordFields label="New password" />
      </RepeatableForm>
    </section>
  );
}
