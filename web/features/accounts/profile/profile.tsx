import { personName } from '#server/domains/accounts/profile/profile.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { NameFields } from '#web/ui/form/name-fields.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import { DataSection } from './data-section.tsx';
import { DeletionSection } from './deletion-section.tsx';
import { EmailSection } from './email-section.tsx';
import { MailSection } from './mail-section.tsx';
import { PasswordSection } from './password-section.tsx';
import classes from './profile.module.css';
import { RepeatableForm } from './repeatable-form.tsx';
import { SessionsSection } from './sessions-section.tsx';

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

function NameSection({ firstname, lastname }: { firstname: string; lastname: string }) {
  const utils = trpc.useUtils();
  const changeName = trpc.accounts.profile.changeName.useMutation();
  return (
    <section className={classes.section} aria-labelledby="profile-name">
      <h2 id="profile-name">Your name</h2>
      <RepeatableForm
        initial={{ firstname, lastname }}
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
