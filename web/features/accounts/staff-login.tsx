import { staffTokenInput } from '#server/domains/accounts/sessions/staff-token.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { formatPersonName } from '#server/lib/same-person.ts';
import { isStaff } from '#server/lib/staff-permissions.ts';
import { staffPath } from '#server/staff/sections.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { PersonName } from '#web/ui/person-name.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from './accounts.module.css';
import { useFocusOnChange } from './use-focus-on-change.ts';
import { useLogout, useRefreshData } from './use-session.ts';

export function StaffLogin() {
  const viewer = trpc.viewer.user.useQuery();
  const refreshData = useRefreshData();
  const container = useFocusOnChange(viewer.isPending ? 'loading' : viewer.data ? 'in' : 'out');
  if (viewer.isPending) return <Skeleton heights={['5rem', '3rem']} />;
  if (viewer.data === undefined) {
    return <ErrorBox message={toFailure(viewer.error).message} onRetry={() => void viewer.refetch()} />;
  }
  return (
    <div ref={container} className={classes.narrow}>
      {viewer.data ? (
        <LoggedIn viewer={viewer.data} />
      ) : (
        <StaffTokenForm submitLabel="Login" onEntered={refreshData} />
      )}
    </div>
  );
}

interface StaffTokenFormProps {
  submitLabel: string;
  onEntered(): Promise<void>;
}

/** Starts a session that may add the first passkey. */
export function StaffTokenForm({ submitLabel, onEntered }: StaffTokenFormProps) {
  const login = trpc.accounts.staffLogin.useMutation();
  return (
    <Form
      initial={{ token: '' }}
      schema={staffTokenInput}
      onSubmit={async (values) => {
        await login.mutateAsync(values);
        await onEntered();
      }}
      submitLabel={submitLabel}
      errorHeader="Something went wrong"
    >
      <PasswordField name="token" label="Token" autoComplete="one-time-code" />
    </Form>
  );
}

function LoggedIn({ viewer }: { viewer: Viewer }) {
  const logout = useLogout();
  return (
    <section className={classes.panel} aria-label="Logged in">
      {logout.error ? <ErrorBox message={toFailure(logout.error).message} focus /> : null}
      <p tabIndex={-1}>
        <strong>
          <PersonName name={formatPersonName(viewer)} />
        </strong>
        <br />
        {viewer.email}
      </p>
      <div className={layout.row}>
        {isStaff(viewer.accountType) ? (
          <ButtonLink to={staffPath('overview')}>Open the console</ButtonLink>
        ) : null}
        <ButtonLink variant="secondary" to={paths.home()}>
          Go to Front Website
        </ButtonLink>
        <Button variant="secondary" busy={logout.isPending} onClick={() => logout.mutate()}>
          Logout
        </Button>
      </div>
    </section>
  );
}
