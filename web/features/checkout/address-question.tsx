import { type ReactNode, useState } from 'react';
import { trpc } from '#web/lib/trpc.ts';
import { type AddressAnswer, AddressDialog, type AddressQuestion } from './address-dialog.tsx';
import { type AddressValues, addressKey } from './card/card-purchase-values.ts';

/** Resubmitting an unedited address reuses its USPS result for this long, unless USPS was unavailable. */
const RESULT_MAX_AGE_MS = 600_000;

interface ConfirmableAddress extends AddressValues {
  confirmedAddress: string;
}

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
