/** The display names of Stripe's brand codes. */
const BRAND_NAMES: Record<string, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

export function getBrandName(brand: string): string {
  return BRAND_NAMES[brand.toLowerCase()] ?? 'Card';
}

/** For example, 'Visa ending in 4242'. */
export function describeCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${getBrandName(brand)} ending in ${last4}`;
}

/** Formats as MM/YY, as printed on the card. `expiresAt` is exclusive. */
export function formatCardExpiry(expiresAt: Date): string {
  const lastMonth = new Date(expiresAt.getTime() - 1).toISOString();
  return `${lastMonth.slice(5, 7)}/${lastMonth.slice(2, 4)}`;
}
