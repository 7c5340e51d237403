import {
  emailSettings,
  passwordChange,
  personName,
} from '#server/domains/accounts/profile/profile.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { NewPasswordFields } from '../new-password-fields.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { EmailSection } from './email-section.tsx';
import classes from './profile.module.css';
import { RepeatableForm } from './repeatable-form.tsx';

type Session = RouterOutputs['accounts']['profile']['sessions'][number];

function SessionsSection() {
  const sessions = trpc.accounts.profile.sessions.useQuery();
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-sessions">
      <h2 id="profile-sessions">Where you’re logged in</h2>
      {sessions.data ? <SessionList sessions={sessions.data} /> : null}
      {sessions.isPending ? <Skeleton heights={['4rem', '4rem']} /> : null}
      {sessions.isError ? (
        <ErrorBox message={toFailure(sessions.error).message} onRetry={() => void sessions.refetch()} />
      ) : null}
    </section>
  );
}

function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const utils = trpc.useUtils();
  const onSuccess = () => utils.accounts.profile.sessions.invalidate();
  const endSession = trpc.accounts.profile.endSession.useMutation({ onSuccess });
  const endOthers = trpc.accounts.profile.endOtherSessions.useMutation({ onSuccess });
  const error = endSession.error ?? endOthers.error;
  return (
    <>
      {error ? <ErrorBox message={toFailure(error).message} focus /> : null}
      <ul className={classes.sessions}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.session}>
            <div>
              <p className={classes.device}>{session.device ?? 'Unknown device'}</p>
              <p className={classes.remark}>{describeUse(session)}</p>
            </div>
            {session.isCurrent ? null : (
              <Button
                variant="secondary"
                busy={endSession.isPending && endSession.variables.id === session.id}
                onClick={() => endSession.mutate({ id: session.id })}
                aria-label={`Log out ${session.device ?? 'Unknown device'}, ${describeUse(session)}`}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 ? (
        <div>
          <Button variant="secondary" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out everywhere else
          </Button>
        </div>
      ) : (
        <p className={classes.remark}>You’re not logged in anywhere else.</p>
      )}
    </>
  );
}

function describeUse({ isCurrent, lastUsedAt, createdAt }: Session): string {
  if (isCurrent) return 'This device';
  const [usedAt, loggedInAt] = [toDate(lastUsedAt), toDate(createdAt)];
  return [
    usedAt === null ? null : `Last used ${formatLongDate(usedAt)}`,
    loggedInAt === null ? null : `logged in ${formatLongDate(loggedInAt)}`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Lists the emails that can be switched off. */
function MailSection({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const preferences = trpc.accounts.profile.mailPreferences.useQuery();
  const save = trpc.accounts.profile.saveMailPreferences.useMutation();
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-mail">
      <h2 id="profile-mail">Emails from us</h2>
      <p>Choose what else we send to {email}.</p>
      {preferences.data ? (
        <RepeatableForm
          initial={preferences.data}
          schema={emailSettings}
          onSubmit={async (choice) => {
            await save.mutateAsync(choice);
            await utils.accounts.profile.mailPreferences.invalidate();
          }}
          submitLabel="Save email settings"
          doneText="Your email settings are saved."
        >
          <CheckboxField
            name="newsletter"
            label="Newsletter"
            description="News about the card and the businesses that honor it."
          >
            Newsletter
          </CheckboxField>
          <CheckboxField
            name="shippingNotices"
            label="Shipping notices"
            description="An email when we send you a card or a reward."
          >
            Shipping notices
          </CheckboxField>
          <CheckboxField
            name="renewalReceipts"
            label="Receipts for renewals"
            description="An email each time a plan renews. Your receipts are always in your account."
          >
            Receipts for renewals
          </CheckboxField>
          <CheckboxField
            name="receiptPdf"
            label="Receipts as PDF"
            description="A PDF file attached to each receipt."
          >
            Receipts as PDF
          </CheckboxField>
        </RepeatableForm>
      ) : null}
      {preferences.isPending ? <Skeleton heights={['7rem', '3rem']} /> : null}
      {preferences.isError ? (
        <ErrorBox message={toFailure(preferences.error).message} onRetry={() => void preferences.refetch()} />
      ) : null}
      <p className={classes.remark}>
        You’ll always get receipts for what you buy, and emails about refunds, declined payments, your plans,
        and your account’s security.
      </p>
    </section>
  );
}

const EMPTY = { currentPassword: '', password: '', confirm: '' };

function PasswordSection({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const changePassword = trpc.accounts.profile.changePassword.useMutation();
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-password">
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

function DataSection() {
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-data">
      <h2 id="profile-data">Your data</h2>
      <p>
        Download a file with everything we store about you: your account, memberships, purchases, agreements,
        addresses, listing, commissions, and the emails we sent you. Of your tax numbers, it has only the last
        four digits.
      </p>
      <div>
        <ButtonLink to="/api/account/data.json" variant="secondary" reloadDocument download>
          Download my data
        </ButtonLink>
      </div>
    </section>
  );
}

export function Profile({ onDeleted }: { onDeleted(): void }) {
  const profile = trpc.accounts.profile.get.useQuery();
  if (profile.data === undefined) {
    if (!profile.isError) return <Skeleton heights={['14rem', '18rem', '22rem', '14rem']} />;
    return <ErrorBox message={toFailure(profile.error).message} onRetry={() => void profile.refetch()} />;
  }
  return (
    <div className={classes.sections}>
      <NameSection {...profile.data} />
      <EmailSection profile={profile.data} />
      <PasswordSection email={profile.data.email} />
      <SessionsSection />
      <MailSection email={profile.data.email} />
      <DataSection />
      <DeletionSection onDeleted={onDeleted} />
    </div>
  );
}

type Name = Pick<RouterOutputs['accounts']['profile']['get'], 'firstname' | 'lastname' | 'latinName'>;

function NameSection({ firstname, lastname, latinName }: Name) {
  const utils = trpc.useUtils();
  const changeName = trpc.accounts.profile.changeName.useMutation();
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-name">
      <h2 id="profile-name">Your name</h2>
      <RepeatableForm
        initial={{ firstname, lastname, latinName: latinName ?? '' }}
        schema={personName}
        onSubmit={async (name) => {
          await changeName.mutateAsync(name);
          await Promise.all([utils.accounts.profile.get.invalidate(), utils.viewer.user.invalidate()]);
        }}
        submitLabel="Save name"
        doneText="Your name is saved. Cards we already issued keep the name on them."
      >
        <NameFields />
      </RepeatableForm>
    </section>
  );
}
