import type { Trx } from '#db/client.ts';
import type { ReceiptSubject } from '../../../platform/mails/receipt/receipt-subject.shared.ts';
import type { Payer } from '../../memberships/company/company.schema.ts';
import type { Purchase, PurchaseKindName } from './purchase.schema.ts';

export interface StartedSubscription {
  id: string;
  /** The subscription's id at Stripe. Null for a free period. */
  providerId: string | null;
  periodEnd: Date;
}

/** A subscription that is canceled or has ended. */
export interface EndingSubscription {
  id: string;
  periodEnd: Date;
  grantedUntil: Date | null;
  canceledAt: Date | null;
  endedAt: Date | null;
}

export interface Settlement {
  now: Date;
  /** Null for a one-time purchase. */
  subscription: StartedSubscription | null;
}

interface ShippingAddress {
  street1: string;
  street2: string | null;
  city: string;
  state: string;
  zip: string;
  country: string;
}

/** What receipts and emails show about a purchase. */
export interface PurchaseSummary {
  subject: ReceiptSubject;
  /** The name in an email's greeting: the buyer's first name or the business name. Empty if unknown. */
  greetingName: string;
  buyerName: string;
  /** The buyer's name in Latin letters, if the cart has it. */
  buyerLatinName?: string | null | undefined;
  /** The physical card's address. Null if none was ordered. */
  shipping: ShippingAddress | null;
  /** 12 characters, without hyphens. Null unless the purchase is about an existing membership. */
  membershipNumber: string | null;
  /** The page where the account manages what it bought. */
  managePath: string;
  /** The email about a renewal that isn't paid. */
  declinedMail: 'card-declined' | 'plan-declined' | 'company-declined';
  /**
   * The label of cards that were added after the purchase, on receipts of renewals. Null if the kind has
   * none.
   */
  additionsLabel: string | null;
  /** When the subscription that a one-time purchase upgrades renews next. */
  renewsOn?: Date;
  upgradedSubscriptionId?: string;
}

export interface Fulfillment {
  /**
   * The number that the receipt shows: 12 characters, without hyphens. Null unless the purchase is about one
   * person's membership.
   */
  membershipNumber: string | null;
  /** Set if the purchase created a single membership. */
  membershipId?: string;
}

/**
 * How one kind of purchase differs from the others once a purchase has been created. `D` is `Deps`, which has
 * the table of all kinds, so this file can't import it.
 */
export interface PurchaseKind<D> {
  billing: 'subscription' | 'once';
  /** A sentence for staff about what a refund of a one-time purchase ends. Omitted if the buyer keeps it. */
  refundEffect?: string | undefined;
  /**
   * Explains, as a sentence for the buyer, why what was bought can no longer be fulfilled, for example because
   * of another purchase. The charge must then be refunded. Null if it can be fulfilled.
   */
  findConflict(trx: Trx, purchase: Purchase, now: Date): Promise<string | null>;
  /** Creates what was bought, in the caller's transaction. */
  fulfill(deps: D, trx: Trx, purchase: Purchase, settlement: Settlement): Promise<Fulfillment>;
  /**
   * Sets when what was bought ends. For a subscription, `at` is when it ends; a failed refund or a grant by
   * staff can move this into the future. For a one-time purchase, `at` is the current time if the money was
   * returned, and null if it wasn't or if that refund failed. Safe to repeat.
   */
  end(deps: D, trx: Trx, purchase: Purchase, at: Date | null): Promise<void>;
  /**
   * Notifies the holders, other than the buyer, of cards that end with a subscription, once it is canceled or has
   * ended. Safe to repeat.
   */
  notifyHolders?: ((deps: D, trx: Trx, subscription: EndingSubscription) => Promise<void>) | undefined;
  summarize(purchase: Purchase): PurchaseSummary;
  /** Who the receipt of a new payment is for, if that can change after the purchase. Otherwise null. */
  findPayer(trx: Trx, purchase: Purchase): Promise<Payer | null>;
  /** The page where the buyer can confirm the payment with the bank, if their client couldn't. */
  completionUrl(deps: D, purchase: Purchase): Promise<string>;
}

export type PurchaseKinds<D> = Readonly<Record<PurchaseKindName, PurchaseKind<D>>>;

export type PurchaseOf<Cart> = Omit<Purchase, 'cart'> & { cart: Cart };
