import { useState } from 'react';
import { countries } from '#server/lib/countries.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import type { AddressValues } from '../../checkout/card/card-purchase-values.ts';
import classes from './physical-card.module.css';

export interface CardQuestion {
  recipient: string;
  address: AddressValues;
  answer(isRight: boolean): void;
}

/** Confirms name and address, or goes back to edit them. */
export function ConfirmCardDialog({ question }: { question: CardQuestion | null }) {
  const [last, setLast] = useState(question);
  // The dialog fades out after the request is gone.
  if (question !== null && question !== last) setLast(question);
  if (last === null) return null;
  const { street1, street2, city, state, zip, country } = last.address;
  const abroad = country === 'US' ? undefined : countries.find(({ code }) => code === country)?.name;
  const lines = [last.recipient, street1, street2, `${city}, ${state} ${zip}`, abroad].filter(Boolean);
  return (
    <ConfirmDialog
      opened={question !== null}
      title="Send your card to this address?"
      confirmLabel="Yes, Send My Card"
      cancelLabel="No, Edit Address"
      onConfirm={() => last.answer(true)}
      onCancel={() => last.answer(false)}
    >
      <div className={classes.envelope}>
        <address>
          {lines.map((line) => (
            <span key={line}>
              {line}
              <br />
            </span>
          ))}
        </address>
      </div>
    </ConfirmDialog>
  );
}
