import { Modal } from '@mantine/core';
import layout from '#web/ui/styles/layout.module.css';
import '#web/ui/styles/mantine-rest.css';
import { type ReactNode, useState } from 'react';
import type { AddressCheck } from '#server/lib/address.schema.ts';
import { trpc } from '#web/lib/trpc.ts';
import { Button } from '#web/ui/button.tsx';
import { type AddressValues, addressKey, type ConfirmableAddress } from './address-values.ts';
import classes from './checkout.module.css';

type AddressAnswer = 'use-suggested' | 'use-typed' | 'edit';

interface AddressQuestion {
  check: AddressCheck;
  input: AddressValues;
  answer(choice: AddressAnswer): void;
}

/**
 * Asks the buyer to confirm the address as USPS writes it. If USPS can't find the address, offers to edit it
 * or to use it as entered.
 */
function AddressDialog({ question }: { question: AddressQuestion | null }) {
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
      classNames={{ title: layout.dialogTitle }}
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
      <div className={layout.dialogActions}>
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
      <div className={layout.dialogActions}>
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
    <div className={`${layout.addressBox} ${classes.address}`} data-chosen={isSuggested || undefined}>
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

/** Resubmitting an unedited address reuses its USPS result for this long, unless USPS was unavailable. */
const RESULT_MAX_AGE_MS = 600_000;

export interface AddressQuestions {
  confirm(values: ConfirmableAddress): Promise<Partial<ConfirmableAddress> | false>;
  dialog: ReactNode;
}

/**
 * Checks a US address with USPS and asks the buyer to confirm it (D36). `confirm` resolves to the values that
 * change, or to false if the buyer wants to edit the address. The buyer isn't asked about an address that is
 * already confirmed, or if USPS is unavailable. With `onlyInDoubt`, the buyer also isn't asked if USPS
 * returns the address unchanged.
 */
export function useAddressQuestion({ onlyInDoubt = false } = {}): AddressQuestions {
  const utils = trpc.useUtils();
  const [question, setQuestion] = useState<AddressQuestion | null>(null);

  async function confirm(values: ConfirmableAddress): Promise<Partial<ConfirmableAddress> | false> {
    const { street1, street2, city, state, zip, country } = values;
    const typedAddress = { street1, street2, city, state, zip, country };
    if (country !== 'US' || values.confirmedAddress === addressKey(typedAddress)) return {};
    const check = await utils.addresses.validate
      .fetch(typedAddress, {
        staleTime: ({ state }) => (state.data?.status === 'unavailable' ? 0 : RESULT_MAX_AGE_MS),
      })
      .catch(() => null);
    if (check === null || check.status === 'unavailable') return {};
    if (onlyInDoubt && check.status === 'found' && !check.changed) return {};
    const choice = await new Promise<AddressAnswer>((answer) =>
      setQuestion({ check, input: typedAddress, answer }),
    );
    setQuestion(null);
    if (choice === 'edit') return false;
    const address =
      choice === 'use-typed' ? typedAddress : { ...check.address, street2: check.address.street2 ?? '' };
    return { ...address, confirmedAddress: addressKey(address) };
  }

  return { confirm, dialog: <AddressDialog question={question} /> };
}
