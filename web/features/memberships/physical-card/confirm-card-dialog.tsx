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

/** Asks the holder to confirm or edit the name and address. */
export function ConfirmCardDialog({ question }: { question: CardQuestion | null }) {
  const [lastQuestion, setLastQuestion] = useState(question);
  // Keep the content while the dialog fades out.
  if (question !== null && question !== lastQuestion) setLastQuestion(question);
  if (lastQuestion === null) return null;
  const { street1, street2, city, state, zip, country } = lastQuestion.address;
  const foreignCountry = country === 'US' ? undefined : countries.find(({ code }) => code === country)?.name;
  const lines = [lastQuestion.recipient, street1, street2, `${city}, ${state} ${zip}`, foreignCountry].filter(
    Boolean,
  );
  return (
    <ConfirmDialog
      opened={question !== null}
      title="Send your card to this address?"
      confirmLabel="Yes, Send My Card"
      cancelLabel="No, Edit Address"
      onConfirm={() => lastQuestion.answer(true)}
      onCancel={() => lastQuestion.answer(false)}
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
