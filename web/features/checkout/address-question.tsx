import { type ReactNode, useState } from 'react';
import { trpc } from '#web/lib/trpc.ts';
import { type AddressAnswer, AddressDialog, type AddressQuestion } from './address-dialog.tsx';
import { type AddressValues, addressKey } from './card/card-purchase-values.ts';

/** An address, and the one that was stood by before. */
interface AskedAddress extends AddressValues {
  confirmedAddress: string;
}

export interface AddressQuestions {
  confirm(values: AskedAddress): Promise<Partial<AskedAddress> | false>;
  dialog: ReactNode;
}

/**
 * Asks the post office about a US address, and then the buyer (SPEC section 2; DESIGN D36). `confirm` resolves to
 * the address to go on with, or to false where the buyer wants to edit it; an outage never holds anybody up.
 * `onlyInDoubt`: an address that the post office knows as it was typed needs no question.
 */
export function useAddressQuestion({ onlyInDoubt = false } = {}): AddressQuestions {
  const utils = trpc.useUtils();
  const [question, setQuestion] = useState<AddressQuestion | null>(null);

  async function confirm(values: AskedAddress): Promise<Partial<AskedAddress> | false> {
    const { street1, street2, city, state, zip, country } = values;
    const typed = { street1, street2, city, state, zip, country };
    if (country !== 'US' || values.confirmedAddress === addressKey(typed)) return {};
    const check = await utils.addresses.validate.fetch(typed).catch(() => null);
    if (check === null || check.status === 'unavailable') return {};
    if (onlyInDoubt && check.status === 'found' && !check.changed) return {};
    const choice = await new Promise<AddressAnswer>((answer) => setQuestion({ check, typed, answer }));
    setQuestion(null);
    if (choice === 'edit') return false;
    const address =
      choice === 'use-typed' ? typed : { ...check.address, street2: check.address.street2 ?? '' };
    return { ...address, confirmedAddress: addressKey(address) };
  }

  return { confirm, dialog: <AddressDialog question={question} /> };
}
