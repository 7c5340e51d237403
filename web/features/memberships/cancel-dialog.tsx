import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';

interface CancelDialogProps {
  /** Names the membership for screen readers. */
  membershipLabel: string;
  /** If the last payment failed, canceling ends the membership immediately (D26). */
  isOverdue: boolean;
  /** Resolves once the membership has been canceled and refetched. */
  onCancel: () => Promise<unknown>;
}

export function CancelDialog({ membershipLabel, isOverdue, onCancel }: CancelDialogProps) {
  return (
    <ConfirmedAction
      label="Cancel Membership"
      targetName={membershipLabel}
      keepLabel="Keep Membership"
      onConfirm={onCancel}
    >
      <p>
        Are you sure you want to cancel this membership? You will be able to use your membership until it's
        expiry date.
      </p>
      {isOverdue ? <p>Your payment failed, so it ends today.</p> : null}
    </ConfirmedAction>
  );
}
