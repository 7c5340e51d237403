import { type ReactNode, useState } from 'react';
import { passkeyName } from '#server/domains/accounts/passkeys/passkey.schema.ts';
import type { Viewer } from '#server/domains/viewer/viewer.schema.ts';
import { isStaff } from '#server/lib/staff-permissions.ts';
import { RequireLogin } from '#web/features/accounts/require-login.tsx';
import { StaffTokenForm } from '#web/features/accounts/staff-login.tsx';
import { useRefreshData } from '#web/features/accounts/use-session.ts';
import { type Failure, toFailure } from '#web/lib/errors.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/form/fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Page, PageHeader } from '#web/ui/page/page-header.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import classes from '../kit/staff.module.css';
import { usePasskeyCreation, usePasskeyPrompt } from './passkey-browser.ts';

type Step = RouterOutputs['accounts']['passkeys']['access']['step'];

interface StaffGateProps {
  /** Shown to accounts that aren't staff. */
  notFound: ReactNode;
  /**
   * `hasEntered` is true if the visitor has just completed a step of the gate, such as using their passkey.
   */
  children: (viewer: Viewer, hasEntered: boolean) => ReactNode;
}

/** Shows the console to staff whose session used a passkey. Everyone else sees what to do first (D57). */
export function StaffGate({ notFound, children }: StaffGateProps) {
  const [hasEntered, setHasEntered] = useState(false);
  const viewer = trpc.viewer.user.useQuery();
  const isStaffViewer = viewer.data ? isStaff(viewer.data.accountType) : false;
  const access = trpc.accounts.passkeys.access.useQuery(undefined, { enabled: isStaffViewer });
  if (viewer.data && access.data?.step === 'none') return children(viewer.data, hasEntered);
  if (viewer.data && !isStaffViewer) return <main>{notFound}</main>;
  return (
    <main>
      <Page>
        <PageHeader title="Staff console" />
        <RequireLogin isRegistrationOffered={false}>
          {({ email }) => (
            <Entry
              step={access.data?.step}
              failure={access.error}
              email={email}
              onEnter={() => setHasEntered(true)}
            />
          )}
        </RequireLogin>
      </Page>
    </main>
  );
}

interface EntryProps {
  step: Step | undefined;
  failure: unknown;
  email: string;
  onEnter(): void;
}

function Entry({ step, failure, email, onEnter }: EntryProps) {
  const refreshData = useRefreshData();
  async function enter() {
    onEnter();
    await refreshData();
  }
  if (failure) return <ErrorBox message={toFailure(failure).message} onRetry={() => void refreshData()} />;
  if (step === 'use-passkey') return <PasskeyPrompt onUsed={enter} />;
  if (step === 'add-passkey') return <FirstPasskeyForm onAdded={enter} />;
  if (step === 'enter-token') return <TokenForm email={email} onEntered={enter} />;
  return <Skeleton heights={['3rem', '8rem']} />;
}

interface PasskeyPromptProps {
  onUsed(): Promise<void>;
}

function PasskeyPrompt({ onUsed }: PasskeyPromptProps) {
  const promptForPasskey = usePasskeyPrompt();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function signIn() {
    setBusy(true);
    setFailure(null);
    try {
      await promptForPasskey();
      await onUsed();
    } catch (error) {
      setFailure(toFailure(error));
      setBusy(false);
    }
  }

  return (
    <section aria-label="Use your passkey" className={classes.confirmation}>
      <p>The console opens with your passkey. Lost it? Ask a developer to reset your passkeys.</p>
      {failure === null ? null : <ErrorBox message={failure.message} focus />}
      <div>
        <Button busy={busy} onClick={() => void signIn()}>
          Use your passkey
        </Button>
      </div>
    </section>
  );
}

function FirstPasskeyForm({ onAdded }: { onAdded(): Promise<void> }) {
  return (
    <section aria-label="Add a passkey" className={classes.confirmation}>
      <p>
        From now on, the console opens with a passkey: your fingerprint, your face, your device’s PIN, or a
        security key. Add one now.
      </p>
      <AddPasskeyForm onAdded={onAdded} />
    </section>
  );
}

export function AddPasskeyForm({ onAdded }: { onAdded(): Promise<void> }) {
  const createPasskey = usePasskeyCreation();
  return (
    <Form
      initial={{ name: '' }}
      schema={passkeyName}
      onSubmit={async ({ name }) => {
        await createPasskey(name);
        await onAdded();
      }}
      submitLabel="Add a passkey"
    >
      <TextField name="name" label="Name of this device" autoComplete="off" />
    </Form>
  );
}

function TokenForm({ email, onEntered }: { email: string; onEntered(): Promise<void> }) {
  return (
    <section aria-label="Enter a staff token" className={classes.confirmation}>
      <p>
        Your account has no passkey yet. Ask a developer for a staff token, and enter it here within ten
        minutes. They create it on the server:
      </p>
      <pre className={layout.preformatted}>
        <code>npm run staff-token -- {email}</code>
      </pre>
      <StaffTokenForm submitLabel="Continue" onEntered={onEntered} />
    </section>
  );
}
