import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  useElements,
} from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { type Ref, useImperativeHandle } from 'react';
import type { Failure } from '#web/lib/errors.ts';
import { NameField, TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from './card-input.module.css';
import { CardInput } from './card-input.tsx';

/** What a purchase or a change of the card needs from the card form. */
export interface CardHandle {
  /** Returns a token for the entered card. Throws a Failure if Stripe refuses the card. */
  tokenize(holder: { name: string; zip: string }): Promise<string>;
  /** Sends the entered card to Stripe for later charges. Shows the bank's challenge if there is one. */
  save(clientSecret: string, holder: { name: string; zip: string }): Promise<void>;
  /** Shows the bank's 3-D Secure challenge. Only the server knows how it ended. */
  authenticate(clientSecret: string): Promise<void>;
}

interface CardFormProps {
  stripe: Stripe;
  ref: Ref<CardHandle>;
}

const makeRefusal = (message = 'The debit/credit card that was used is invalid.'): Failure => ({
  code: 'CARD_NOT_READ',
  message,
  fieldErrors: {},
  requestId: undefined,
});

export function CardForm({ stripe, ref }: CardFormProps) {
  return (
    <Elements stripe={stripe}>
      <CardParts stripe={stripe} ref={ref} />
    </Elements>
  );
}

function CardParts({ stripe, ref }: CardFormProps) {
  const elements = useElements();

  function requireNumber() {
    const number = elements?.getElement(CardNumberElement);
    if (!number) throw makeRefusal();
    return number;
  }

  useImperativeHandle(ref, () => ({
    async tokenize({ name, zip }) {
      const { token, error } = await stripe.createToken(requireNumber(), { name, address_zip: zip });
      if (error) throw makeRefusal(error.message);
      return token.id;
    },
    async save(clientSecret, { name, zip }) {
      const billing_details = { name, address: { postal_code: zip } };
      const payment_method = { card: requireNumber(), billing_details };
      const { error } = await stripe.confirmCardSetup(clientSecret, { payment_method });
      if (error) throw makeRefusal(error.message);
    },
    async authenticate(clientSecret) {
      await stripe.confirmCardPayment(clientSecret);
    },
  }));

  return (
    <div className={formClasses.group}>
      <NameField name="stripeName" label="Name on card" autoComplete="cc-name" />
      <CardInput name="stripeCard" label="Card number" part={CardNumberElement} showIcon />
      <div className={classes.pair}>
        <CardInput name="stripeExpiry" label="Expiration date" part={CardExpiryElement} />
        <CardInput name="stripeCVC" label="CVC" part={CardCvcElement} />
      </div>
      <TextField
        name="stripeZip"
        label="Billing ZIP code"
        autoComplete="billing postal-code"
        autoCapitalize="characters"
      />
    </div>
  );
}
