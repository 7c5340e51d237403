import { cardId, cardIds, requeueInput } from '#server/staff/cards/card.schema.ts';
import { StaffAction } from '#web/features/staff/kit/staff-action.tsx';
import { useStaffClient } from '#web/features/staff/kit/staff-client.ts';
import type { RouterOutputs } from '#web/lib/trpc.ts';
import { AddressFields } from '#web/ui/form/address-fields.tsx';

const BATCH_ACTIONS = {
  print: 'Print cards',
  send: 'Mark as sent',
  unprint: 'Put back in the queue',
} as const;
type BatchAction = keyof typeof BATCH_ACTIONS;

interface CardActionsProps {
  ids: readonly string[];
  names: readonly BatchAction[];
}

export function CardActions({ ids, names }: CardActionsProps) {
  const { cards } = useStaffClient().staff;
  return names.map((name) => (
    <StaffAction
      key={name}
      label={BATCH_ACTIONS[name]}
      schema={cardIds}
      initial={{ ids: [...ids] }}
      action={cards[name]}
      size="lg"
    />
  ));
}

const UNDO_ACTIONS = { unsend: 'Mark as not sent', markReturned: 'Mark as returned' } as const;

export function SentCardActions({ id }: { id: string }) {
  const { cards } = useStaffClient().staff;
  return (['markReturned', 'unsend'] as const).map((name) => (
    <StaffAction
      key={name}
      label={UNDO_ACTIONS[name]}
      schema={cardId}
      initial={{ id }}
      action={cards[name]}
    />
  ));
}

interface ReturnedCardActionsProps {
  id: string;
  address: RouterOutputs['staff']['cards']['detail']['address'];
}

export function ReturnedCardActions({ id, address }: ReturnedCardActionsProps) {
  const { requeue } = useStaffClient().staff.cards;
  return (
    <StaffAction
      label="Send again"
      schema={requeueInput}
      initial={{ id, ...address, street2: address.street2 ?? '' }}
      action={requeue}
    >
      <AddressFields />
    </StaffAction>
  );
}
