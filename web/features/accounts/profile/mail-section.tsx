import { mailPreferences } from '#server/domains/content/messages/newsletter.schema.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { CheckboxField } from '#web/ui/form/checkbox-field.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './profile.module.css';
import { RepeatableForm } from './repeatable-form.tsx';

/** Lists the emails that can be switched off. */
export function MailSection({ email }: { email: string }) {
  const utils = trpc.useUtils();
  const preferences = trpc.accounts.profile.mailPreferences.useQuery();
  const save = trpc.accounts.profile.saveMailPreferences.useMutation();
  return (
    <section className={classes.section} aria-labelledby="profile-mail">
      <h2 id="profile-mail">Emails from us</h2>
      <p>Choose what else we send to {email}.</p>
      {preferences.data ? (
        <RepeatableForm
          initial={preferences.data}
          schema={mailPreferences}
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
        </RepeatableForm>
      ) : null}
      {preferences.isPending ? <Skeleton heights={['7rem', '3rem']} /> : null}
      {preferences.isError ? (
        <ErrorBox message={toFailure(preferences.error).message} onRetry={() => void preferences.refetch()} />
      ) : null}
      <p className={classes.remark}>
        You’ll always get receipts and emails about payments, renewals, your plans, and your account’s
        security.
      </p>
    </section>
  );
}
