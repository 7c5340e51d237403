import { trpc } from '#web/lib/trpc.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ResumeButton } from './resume-button.tsx';

interface CancelMembershipProps {
  number: string;
  /** Names the membership for screen readers. */
  membershipLabel: string;
  isOverdue: boolean;
}

/** Cancels one of the account's own memberships. Guests use GuestCancellation instead. */
export function CancelMembership({ number, ...dialog }: CancelMembershipProps) {
  const utils = trpc.useUtils();
  // Invalidate the company as well: its plan is one of the account's memberships.
  const cancel = trpc.memberships.cancel.useMutation({
    onSuccess: () => Promise.all([utils.memberships.invalidate(), utils.corporate.invalidate()]),
  });
  return <CancelDialog {...dialog} onCancel={(reason) => cancel.mutateAsync({ number, reason })} />;
}

/** Undoes the cancellation of one of the account's own memberships. */
export function ResumeMembership({ number, membershipLabel }: Omit<CancelMembershipProps, 'isOverdue'>) {
  const utils = trpc.useUtils();
  const resume = trpc.memberships.resume.useMutation({
    onSuccess: () => Promise.all([utils.memberships.invalidate(), utils.corporate.invalidate()]),
  });
  return (
    <ResumeButton
      membershipLabel={membershipLabel}
      busy={resume.isPending}
      error={resume.error}
      onResume={() => resume.mutate({ number })}
    />
  );
}
