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
import { TextField } from '#web/ui/form/fields.tsx';
import formClasses from '#web/ui/form/form.module.css';
import classes from './card-input.module.css';
import { CardInput } from './card-input.tsx';

/** What a purchase needs from the card form. */
export interface CardHandle {
  /** Returns a token for the entered card. Throws a Failure with Stripe's message. */
  tokenize(holder: { name: string; zip: string }): Promise<string>;
  /** Shows the bank's 3-D Secure challenge. Only the server knows how it ended. */
  authenticate(clientSecret: string): Promise<void>;
}

interface CardFormProps {
  stripe: Stripe;
  ref: Ref<CardHandle>;
}

const refusal = (message: string): Failure => ({
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

  useImperativeHandle(ref, () => ({
    async tokenize({ name, zip }) {
      const number = elements?.getElement(CardNumberElement);
      if (!number) throw refusal('The debit/credit card that was used is invalid.');
      const { token, error } = await stripe.createToken(number, { name, address_zip: zip });
      if (error) throw refusal(error.message ?? 'The debit/credit card that was used is invalid.');
      return token.id;
    },
    async authenticate(clientSecret) {
      await stripe.confirmCardPayment(clientSecret);
    },
  }));

  return (
    <div className={formClasses.group}>
      <TextField name="stripeName" label="Name on card" autoComplete="cc-name" autoCapitalize="words" />
      <CardInput name="stripeCard" label="Card number" part={CardNumberElement} showIcon />
      <div className={classes.pair}>
        <CardInput name="stripeExpiry" label="Expiry date" part={CardExpiryElement} />
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
