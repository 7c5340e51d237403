import { Modal } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useState } from 'react';
import type { AddressCheck } from '#server/lib/address.schema.ts';
import { Button } from '#web/ui/button.tsx';
import type { AddressValues } from './card/card-purchase-values.ts';
import classes from './checkout.module.css';

export type AddressAnswer = 'use-suggested' | 'use-typed' | 'edit';

export interface AddressQuestion {
  check: AddressCheck;
  input: AddressValues;
  answer(choice: AddressAnswer): void;
}

/**
 * Asks the buyer to confirm the address as USPS writes it. If USPS can't find the address, offers to edit it
 * or to use it as entered.
 */
export function AddressDialog({ question }: { question: AddressQuestion | null }) {
  const [lastQuestion, setLastQuestion] = useState(question);
  // Keep the content while the dialog fades out.
  if (question !== null && question !== lastQuestion) setLastQuestion(question);
  const isFound = lastQuestion?.check.status === 'found';
  return (
    <Modal
      // Mounted before the first question, because Mantine returns focus only to what had it before opening.
      opened={question !== null}
      onClose={() => lastQuestion?.answer('edit')}
      title={isFound ? 'Confirm your address' : 'Address not found'}
      size="36rem"
      centered
      withCloseButton={false}
      classNames={{ title: classes.dialogTitle }}
    >
      {lastQuestion === null ? null : isFound ? (
        <FoundAddress question={lastQuestion} />
      ) : (
        <UnknownAddress question={lastQuestion} />
      )}
    </Modal>
  );
}

function FoundAddress({ question: { check, input, answer } }: { question: AddressQuestion }) {
  const suggested = { ...check.address, street2: check.address.street2 ?? '' };
  return (
    <>
      <p>
        {check.changed
          ? 'USPS lists your address like this. Is it right?'
          : 'USPS recognizes this address. Is it right?'}
      </p>
      <div className={classes.addresses}>
        {check.changed ? <Address title="You entered" address={input} /> : null}
        <Address
          title={check.changed ? 'USPS suggests' : 'Your card goes to'}
          address={suggested}
          isSuggested
        />
      </div>
      <div className={classes.dialogActions}>
        <Button variant="secondary" onClick={() => answer('edit')}>
          No, Edit Address
        </Button>
        <Button onClick={() => answer('use-suggested')} data-autofocus>
          Yes, Continue
        </Button>
      </div>
    </>
  );
}

function UnknownAddress({ question: { input, answer } }: { question: AddressQuestion }) {
  return (
    <>
      <p>USPS could not find your address. Please check your address and try again</p>
      <div className={classes.addresses}>
        <Address title="You entered" address={input} />
      </div>
      <div className={classes.dialogActions}>
        <Button variant="secondary" onClick={() => answer('use-typed')}>
          Use as entered
        </Button>
        <Button onClick={() => answer('edit')} data-autofocus>
          Ok
        </Button>
      </div>
    </>
  );
}

interface AddressProps {
  title: string;
  address: AddressValues;
  isSuggested?: boolean;
}

function Address({ title, address, isSuggested }: AddressProps) {
  const { street1, street2, city, state, zip } = address;
  return (
    <div className={classes.address} data-chosen={isSuggested || undefined}>
      <p className={classes.addressTitle}>{title}</p>
      <address>
        {street1}
        <br />
        {street2 === '' ? null : (
          <>
            {street2}
            <br />
          </>
        )}
        {city}, {state} {zip}
      </address>
    </div>
  );
}
