import { type ReactNode, useState } from 'react';
import { trpc } from '#web/lib/trpc.ts';
import { type AddressAnswer, AddressDialog, type AddressQuestion } from './address-dialog.tsx';
import { type AddressValues, addressKey } from './card/card-purchase-values.ts';

interface AskedAddress extends AddressValues {
  confirmedAddress: string;
}

export interface AddressQuestions {
  confirm(values: AskedAddress): Promise<Partial<AskedAddress> | false>;
  dialog: ReactNode;
}

/**
 * Checks a US address with USPS and asks the buyer to confirm it (D36). `confirm` resolves to the address to use, or to
 * false if the buyer wants to edit it. If USPS is down, the address is used as typed. `onlyInDoubt` skips the question
 * when USPS has the address exactly as typed.
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
