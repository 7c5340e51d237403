import { NativeSelect } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import { type CancelReason, cancelReason } from '#server/domains/memberships/membership.schema.ts';
import { ConfirmedAction } from '#web/ui/dialogs/confirmed-action.tsx';
import classes from './membership-item.module.css';

const REASON_LABELS: Record<CancelReason, string> = {
  'too-expensive': 'It costs too much',
  'saves-too-little': 'I don’t save enough with it',
  'few-businesses': 'There are too few businesses near me',
  'rarely-used': 'I rarely use it',
  moving: 'I’m moving away',
  other: 'Another reason',
};

interface CancelDialogProps {
  /** Names the membership for screen readers. */
  membershipLabel: string;
  /** If the last payment failed, canceling ends the membership immediately (D26). */
  isOverdue: boolean;
  /** Resolves once the membership has been canceled and refetched. `reason` is null if none was chosen. */
  onCancel: (reason: CancelReason | null) => Promise<unknown>;
}

export function CancelDialog({ membershipLabel, isOverdue, onCancel }: CancelDialogProps) {
  const [reason, setReason] = useState<CancelReason | null>(null);
  return (
    <ConfirmedAction
      label="Cancel Membership"
      targetName={membershipLabel}
      keepLabel="Keep Membership"
      onConfirm={() => onCancel(reason)}
    >
      <p>
        Are you sure you want to cancel this membership? You will be able to use your membership until it's
        expiry date.
      </p>
      {isOverdue ? <p>Your payment failed, so it ends today.</p> : null}
      <NativeSelect
        className={classes.reason}
        label="Why are you canceling? (optional)"
        value={reason ?? ''}
        onChange={(event) => setReason(cancelReason.safeParse(event.currentTarget.value).data ?? null)}
      >
        <option value="">I’d rather not say</option>
        {cancelReason.options.map((option) => (
          <option key={option} value={option}>
            {REASON_LABELS[option]}
          </option>
        ))}
      </NativeSelect>
    </ConfirmedAction>
  );
}
