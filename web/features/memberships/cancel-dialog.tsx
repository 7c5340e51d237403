import { ConfirmedAction } from '#web/ui/confirmed-action.tsx';

interface CancelDialogProps {
  /** Which one, for whom hears the button by itself. */
  about: string;
  /** Resolves when it is canceled and what the page shows is fetched again. */
  onCancel: () => Promise<unknown>;
}

/** The button and the question before a membership is canceled (SPEC section 2, Memberships). */
export function CancelDialog({ about, onCancel }: CancelDialogProps) {
  return (
    <ConfirmedAction label="Cancel Membership" about={about} keepLabel="Keep Membership" onConfirm={onCancel}>
      <p>
        Are you sure you want to cancel this membership? You will be able to use your membership until it's
        expiry date.
      </p>
    </ConfirmedAction>
  );
}
