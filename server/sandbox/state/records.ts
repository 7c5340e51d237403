import type Stripe from 'stripe';

/**
 * The JSON of an SDK type when nothing is expanded: references are ids, decimals are strings, and enums don't
 * include the placeholder that the SDK adds for future values.
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

/** The card data that Stripe never returns. The number decides how the test card behaves. */
export interface VaultCard {
  readonly id: string;
  readonly object: 'vault_card';
  readonly number: string;
  readonly cvcGiven: boolean;
  /** True if the cardholder has authorized off-session charges. */
  readonly readyOffSession: boolean;
}

/** All stored objects. The key is the object's `object` field. */
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
  balance_transaction: Wire<Stripe.BalanceTransaction>;
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
