import { trpc } from '#web/lib/trpc.ts';
import { CancelDialog } from './cancel-dialog.tsx';

interface CancelMembershipProps {
  number: string;
  /** Which one, for whom hears the button by itself. */
  about: string;
}

/** Cancels one of the account's own memberships and fetches them again (SPEC sections 2 and 4). */
export function CancelMembership({ number, about }: CancelMembershipProps) {
  const utils = trpc.useUtils();
  // It may be the plan of a company, which has a page of its own.
  const cancel = trpc.memberships.cancel.useMutation({
    onSuccess: () => Promise.all([utils.memberships.invalidate(), utils.corporate.invalidate()]),
  });
  return <CancelDialog about={about} onCancel={() => cancel.mutateAsync({ number })} />;
}
