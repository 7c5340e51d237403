import { useState } from 'react';
import { Link } from 'react-router';
import { deletionInput } from '#server/domains/personal-data/personal-data.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatCents } from '#server/lib/money.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { toFailure } from '#web/lib/errors.ts';
import { toDate } from '#web/lib/format.ts';
import { type RouterOutputs, trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { Form } from '#web/ui/form/form.tsx';
import { PasswordField } from '#web/ui/form/password-field.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { removeAllDrafts } from '#web/ui/wizard/stored-drafts.ts';
import { useFocusOnChange } from '../use-focus-on-change.ts';
import classes from './profile.module.css';

type Standing = RouterOutputs['personalData']['deletionStanding'];

interface DeletionSectionProps {
  /** Called before the page shows that nobody is logged in. */
  onDeleted(): void;
}

export function DeletionSection({ onDeleted }: DeletionSectionProps) {
  const standing = trpc.personalData.deletionStanding.useQuery();
  return (
    <section className={`${layout.section} ${classes.section}`} aria-labelledby="profile-deletion">
      <h2 id="profile-deletion">Delete your account</h2>
      {standing.isPending ? <Skeleton heights={['10rem', '8rem']} /> : null}
      {standing.isError ? (
        <ErrorBox message={toFailure(standing.error).message} onRetry={() => void standing.refetch()} />
      ) : null}
      {standing.data && !standing.data.canDelete ? <Obstacles standing={standing.data} /> : null}
      <Consequences />
      {standing.data?.canDelete ? <Deletion onDeleted={onDeleted} /> : null}
    </section>
  );
}

const AREAS = {
  memberships: paths.account(),
  business: paths.business(),
  company: paths.company(),
} as const satisfies Record<Standing['plans'][number]['area'], string>;

function describePlan({ until, renews, isOverdue }: Standing['plans'][number]): string {
  if (renews && isOverdue) return 'has an unpaid bill. Cancel it first.';
  const date = formatLongDate(toDate(until) ?? new Date());
  if (renews) return `renews on ${date}. Cancel it first, then come back after it ends.`;
  return `runs until ${date}. Come back after it ends.`;
}

function Obstacles({
  standing: { plans, hasOpenPurchase, owedCents, isRewardOwed },
}: {
  standing: Standing;
}) {
  return (
    <div className={classes.obstacles}>
      <p>You can’t delete your account yet:</p>
      <ul>
        {plans.map((plan) => (
          <li key={`${plan.area} ${plan.name} ${String(plan.until)}`}>
            Your <Link to={AREAS[plan.area]}>{plan.name}</Link> {describePlan(plan)}
          </li>
        ))}
        {hasOpenPurchase ? (
          <li>We’re still processing a purchase. Please try again in half an hour.</li>
        ) : null}
        {owedCents > 0 ? (
          <li>
            We still owe you {formatCents(owedCents)} in <Link to={paths.affiliate()}>commissions</Link>. Come
            back after we’ve paid you.
          </li>
        ) : null}
        {isRewardOwed ? <li>We still owe you your webinar reward. We’ll send it soon.</li> : null}
      </ul>
    </div>
  );
}

function Consequences() {
  return (
    <div className={classes.consequences}>
      <div>
        <h3>What we delete</h3>
        <ul>
          <li>Your login, name, email address, and every session</li>
          <li>Your saved cards, and your name and email address at Stripe, our payment processor</li>
          <li>Names, addresses, and phone numbers on your cards and purchases</li>
          <li>Your business listing and its promotions</li>
          <li>The newsletter, your messages to us, and your referral link</li>
          <li>Wallet passes on your phones, which stop working</li>
        </ul>
      </div>
      <div>
        <h3>What the law requires us to keep</h3>
        <ul>
          <li>What you bought, what you paid, and what we refunded, without your name and address</li>
          <li>The agreements you accepted, with your signature if you drew one</li>
          <li>Commissions, payouts, and tax forms, which include your name</li>
          <li>Stripe’s own records of your payments</li>
        </ul>
      </div>
      <p>
        A card your company pays for stays valid and goes back to the company. You can’t undo the deletion. If
        you register again, you’ll start with a new account.
      </p>
    </div>
  );
}

function Deletion({ onDeleted }: DeletionSectionProps) {
  const utils = trpc.useUtils();
  const deleteAccount = trpc.personalData.deleteAccount.useMutation();
  const [isOpen, setIsOpen] = useState(false);
  const container = useFocusOnChange(isOpen ? 'form' : 'button');
  return (
    <div ref={container}>
      {isOpen ? (
        <Form
          initial={{ currentPassword: '' }}
          schema={deletionInput}
          onSubmit={async (input) => {
            await deleteAccount.mutateAsync(input);
            removeAllDrafts(sessionStorage);
            onDeleted();
            utils.viewer.user.setData(undefined, null);
            await utils.invalidate();
          }}
          submitLabel="Delete my account permanently"
          submitVariant="danger"
          secondary={
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              Keep my account
            </Button>
          }
        >
          <PasswordField name="currentPassword" label="Current password" autoComplete="current-password" />
        </Form>
      ) : (
        <div tabIndex={-1}>
          <Button variant="danger" onClick={() => setIsOpen(true)}>
            Delete my account…
          </Button>
        </div>
      )}
    </div>
  );
}
