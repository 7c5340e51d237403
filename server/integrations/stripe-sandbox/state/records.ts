import type Stripe from 'stripe';

/**
 * An SDK type as it travels when nothing is expanded: a reference is an id, a decimal is a string, and an
 * enumeration is closed (the SDK leaves it open for values that are newer than itself).
 */
export type Wire<T> = T extends Stripe.Decimal
  ? string
  : T extends string
    ? T extends object
      ? never
      : T
    : T extends (infer U)[]
      ? Wire<Reference<U>>[]
      : T extends object
        ? { [K in keyof T]: Wire<Reference<T[K]>> }
        : T;

type Reference<T> = [string] extends [Extract<T, string>] ? Extract<T, string | null | undefined> : T;

/** What the bank knows of a card and never shows: the published test number decides how it behaves. */
export interface VaultCard {
  readonly id: string;
  readonly object: 'vault_card';
  readonly number: string;
  readonly cvcGiven: boolean;
  /** The cardholder has authenticated this card for charges in their absence. */
  readonly readyOffSession: boolean;
}

/** Every kind of object that the sandbox keeps, by the name that its `object` field carries. */
export interface Records {
  product: Wire<Stripe.Product>;
  price: Wire<Stripe.Price>;
  customer: Wire<Stripe.Customer>;
  token: Wire<Stripe.Token>;
  payment_method: Wire<Stripe.PaymentMethod>;
  payment_intent: Wire<Stripe.PaymentIntent>;
  setup_intent: Wire<Stripe.SetupIntent>;
  charge: Wire<Stripe.Charge>;
  coupon: Wire<Stripe.Coupon>;
  discount: Wire<Stripe.Discount>;
  subscription: Wire<Stripe.Subscription>;
  invoice: Wire<Stripe.Invoice>;
  invoice_payment: Wire<Stripe.InvoicePayment>;
  refund: Wire<Stripe.Refund>;
  dispute: Wire<Stripe.Dispute>;
  vault_card: VaultCard;
}

export type Kind = keyof Records;
export type Subscription = Records['subscription'];
export type SubscriptionItem = Subscription['items']['data'][number];
export type Invoice = Records['invoice'];
export type InvoiceLine = Invoice['lines']['data'][number];
export type PaymentIntent = Records['payment_intent'];
export type Customer = Records['customer'];
export type Price = Records['price'];

export const API_VERSION = '2026-10-28.endive';
