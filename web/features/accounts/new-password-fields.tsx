import { PasswordField } from '#web/ui/form/password-field.tsx';

export function NewPasswordFields({ label }: { label: string }) {
  return (
    <>
      <PasswordField
        name="password"
        label={label}
        description="At least 6 characters"
        autoComplete="new-password"
      />
      <PasswordField name="confirm" label="Confirm password" autoComplete="new-password" />
    </>
  );
}
