import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { useRefetchPlans } from '#web/lib/use-refetch-plans.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';

/** Undoes the cancellation of one of the account's own memberships, or of its company's plan. */
export function ResumeMembership({ number, membershipLabel }: { number: string; membershipLabel: string }) {
  const resume = trpc.memberships.resume.useMutation({ onSuccess: useRefetchPlans() });
  return (
    <ResumeButton
      membershipLabel={membershipLabel}
      busy={resume.isPending}
      error={resume.error}
      onResume={() => resume.mutate({ number })}
    />
  );
}

interface ResumeButtonProps {
  /** Names the membership for screen readers. */
  membershipLabel: string;
  /** True while the membership is being resumed and refetched. */
  busy: boolean;
  error: Parameters<typeof toFailure>[0] | null;
  onResume: () => void;
}

/** Undoes a cancellation. It needs no confirmation, because the member can cancel again. */
export function ResumeButton({ membershipLabel, busy, error, onResume }: ResumeButtonProps) {
  return (
    <>
      <Button variant="secondary" busy={busy} onClick={onResume}>
        Resume Membership<VisuallyHidden> {membershipLabel}</VisuallyHidden>
      </Button>
      {error ? <ErrorBox message={toFailure(error).message} focus /> : null}
    </>
  );
}
