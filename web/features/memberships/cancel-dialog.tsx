import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';

interface CancelDialogProps {
  /** Names the membership for screen readers. */
  membershipLabel: string;
  /** Resolves once the membership is canceled and refetched. */
  onCancel: () => Promise<unknown>;
}

/** The cancel button and its confirmation dialog. */
export function CancelDialog({ membershipLabel, onCancel }: CancelDialogProps) {
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
    </ConfirmedAction>
  );
}
