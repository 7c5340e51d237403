import { skipToken } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { GuestLinkInput } from '#server/domains/checkout/guest-membership.schema.ts';
import { formatLongDate } from '#server/lib/dates.ts';
import { formatMembershipNumber } from '#server/lib/membership-number.ts';
import { paths } from '#server/lib/pages.shared.ts';
import { CancelDialog } from '#web/features/memberships/cancel-dialog.tsx';
import { ResumeButton } from '#web/features/memberships/resume-button.tsx';
import { isOverdue, StateRemark } from '#web/features/memberships/state-remark.tsx';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Fact, Facts } from '#web/ui/page/facts.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { Skeleton } from '#web/ui/page/skeleton.tsx';
import classes from './guest-cancellation.module.css';

/** Lets guests see, cancel, and resume their membership. The key comes from the link in an email. */
export function GuestCancellation({ membershipKey }: { membershipKey: string | null }) {
  const utils = trpc.useUtils();
  const lookup = trpc.checkout.guestMembership.useQuery(
    membershipKey === null ? skipToken : { key: membershipKey },
    { retry: false },
  );
  const cancel = trpc.checkout.cancelGuestMembership.useMutation({
    onSuccess: () => utils.checkout.guestMembership.invalidate(),
  });
  const resume = trpc.checkout.resumeGuestMembership.useMutation({
    onSuccess: () => utils.checkout.guestMembership.invalidate(),
  });

  if (membershipKey === null || lookup.isError) {
    const message = lookup.isError ? toFailure(lookup.error).message : 'No Membership Found';
    const errorBox = <ErrorBox message={message} />;
    return membershipKey === null ? (
      <div className={classes.missing}>
        {errorBox}
        <p>Open this page from the link in your receipt email, or log in to manage your memberships.</p>
        <ButtonLink to={paths.account()}>Login</ButtonLink>
      </div>
    ) : (
      <LinkRequest request={{ key: membershipKey }} label="Email me a new link">
        {errorBox}
        <p>
          Your link may have expired. We can email a new one to the address on your receipt. If you have an
          account, log in to manage your memberships.
        </p>
      </LinkRequest>
    );
  }
  if (!lookup.data) return <Skeleton heights={['3rem', '3rem', '3rem']} />;

  const { number, planName, canResume, summary } = lookup.data;
  const id = formatMembershipNumber(number);
  return (
    <>
      <Facts>
        <Fact name="Type">{planName}</Fact>
        <Fact name="Membership ID">{id}</Fact>
        {summary.day ? (
          <Fact name={summary.day.label}>{formatLongDate(new Date(summary.day.at))}</Fact>
        ) : null}
      </Facts>
      <StateRemark summary={summary} />
      {canResume ? (
        <ResumeButton
          membershipLabel={`${planName}, ${id}`}
          busy={resume.isPending}
          error={resume.error}
          onResume={() => resume.mutate({ key: membershipKey })}
        />
      ) : null}
      {summary.actions.includes('cancel') ? (
        <CancelDialog
          membershipLabel={`${planName}, ${id}`}
          isOverdue={isOverdue(summary)}
          onCancel={(reason) => cancel.mutateAsync({ key: membershipKey, reason })}
        />
      ) : null}
    </>
  );
}

/** A receipt has no link to cancel, because people forward it. */
export function RequestCancelLink({ purchaseId }: { purchaseId: string }) {
  return (
    <LinkRequest request={{ purchaseId }} label="Email me a link to cancel">
      <p>
        We’ll email a link to cancel this membership to the address on your receipt. If you have an account,
        log in to manage your memberships.
      </p>
    </LinkRequest>
  );
}

interface LinkRequestProps {
  request: GuestLinkInput;
  label: string;
  /** Shown until the link was requested. */
  children: ReactNode;
}

/** A guest has no other way to cancel than an emailed link. */
function LinkRequest({ request, label, children }: LinkRequestProps) {
  const sendLink = trpc.checkout.sendGuestLink.useMutation();
  return (
    <div className={classes.missing}>
      {sendLink.isSuccess ? (
        <Notice tone="success" title="Check your email">
          If the membership is still running, a new link is on its way to the address of your receipt.
        </Notice>
      ) : (
        <>
          {children}
          {sendLink.isError ? <ErrorBox message={toFailure(sendLink.error).message} /> : null}
          <Button busy={sendLink.isPending} onClick={() => sendLink.mutate(request)}>
            {label}
          </Button>
        </>
      )}
      <ButtonLink variant="secondary" to={paths.account()}>
        Login
      </ButtonLink>
    </div>
  );
}
