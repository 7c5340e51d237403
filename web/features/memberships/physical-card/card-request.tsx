import { useRef, useState } from 'react';
import type { RememberedContact } from '#server/domains/checkout/remembered-contact.schema.ts';
import { cardAddress } from '#server/domains/memberships/physical-card/physical-card.schema.ts';
import { countries } from '#server/lib/countries.ts';
import { toFailure } from '#web/lib/errors.ts';
import { trpc } from '#web/lib/trpc.ts';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { AddressFields } from '#web/ui/form/address-fields.tsx';
import { Form } from '#web/ui/form/form.tsx';
import layout from '#web/ui/styles/layout.module.css';
import { useAddressQuestion } from '../../checkout/address-question.tsx';
import { type AddressValues, addressKey } from '../../checkout/address-values.ts';
import {
  buildCardAddressValues,
  type CardAddressValues,
  type CardHolder,
  type PhysicalCardView,
} from './card-address-values.ts';
import { CardPreview } from './card-preview.tsx';
import classes from './physical-card.module.css';

interface CardQuestion {
  recipient: string;
  address: AddressValues;
  answer(isRight: boolean): void;
}

/** Asks the holder to confirm or edit the name and address. */
function ConfirmCardDialog({ question }: { question: CardQuestion | null }) {
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
      <div className={`${layout.addressBox} ${classes.envelope}`}>
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

interface CardRequestProps {
  card: PhysicalCardView;
  holder: CardHolder;
  contact: RememberedContact | null;
  onDone(): void;
}

export function CardRequest({ card, holder, contact, onDone }: CardRequestProps) {
  const utils = trpc.useUtils();
  const requestCard = trpc.physicalCards.request.useMutation();
  const address = useAddressQuestion({ onlyInDoubt: true });
  const confirmedAddressKey = useRef('');
  const [question, setQuestion] = useState<CardQuestion | null>(null);

  async function isConfirmed(values: CardAddressValues): Promise<boolean> {
    const answer = await new Promise<boolean>((resolve) =>
      setQuestion({ recipient: card.recipient, address: values, answer: resolve }),
    );
    setQuestion(null);
    return answer;
  }

  /**
   * True if the error means that another tab has requested the card. Refetches the card, so that the page
   * shows its state.
   */
  async function isAlreadyRequested(error: unknown): Promise<boolean> {
    if (toFailure(error).code !== 'CARD_REQUESTED') return false;
    const currentCard = await utils.physicalCards.find.fetch(holder, { staleTime: 0 }).catch(() => card);
    return currentCard.state !== 'open';
  }

  async function submit(input: CardAddressValues): Promise<void> {
    const confirmedAddress = await address.confirm({
      ...input,
      confirmedAddress: confirmedAddressKey.current,
    });
    if (confirmedAddress === false) return;
    const values = { ...input, ...confirmedAddress };
    confirmedAddressKey.current = addressKey(values);
    if (!(await isConfirmed(values))) return;
    try {
      await requestCard.mutateAsync({ ...values, ...holder });
      onDone();
    } catch (error) {
      if (!(await isAlreadyRequested(error))) throw error;
    }
  }

  return (
    <div className={classes.page}>
      <CardPreview card={card} />
      <p className={classes.note}>Your first printed card is free. Where should we send it?</p>
      <Form
        initial={buildCardAddressValues(card, contact)}
        schema={cardAddress}
        onSubmit={submit}
        submitLabel="Continue"
        errorHeader="An error occurred. Please try again"
        mode="strict"
      >
        <AddressFields autoCompleteSection="shipping" />
      </Form>
      {address.dialog}
      <ConfirmCardDialog question={question} />
    </div>
  );
}
