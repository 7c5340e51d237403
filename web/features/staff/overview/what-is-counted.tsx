import classes from './overview.module.css';

const DEFINITIONS = [
  [
    'Active members',
    'Memberships whose card works now: paid or free, not past due, and not ended. A canceled one counts until its paid period ends. Employees’ cards count; a company’s own number doesn’t.',
  ],
  [
    'Monthly recurring revenue',
    'The monthly price of every subscription that renews, business and company plans included. As in Stripe, past-due ones count, and canceled and unpaid ones don’t. A yearly price is divided by 12. A promo code that never ends is subtracted; one that ends after some periods isn’t.',
  ],
  ['Past due', 'Subscriptions with an unpaid bill, and what they owe.'],
  [
    'Renewals',
    'Paid subscriptions that renew by the end of the last of these days, at the price of their next charge.',
  ],
  ['New members', 'Memberships created in the period, even if they have ended since.'],
  [
    'Canceled members',
    'Memberships that were canceled in the period by their owner or by staff, or that ended because a bill stayed unpaid or the payment was returned. They may still be active. One that was resumed no longer counts, and neither does a free period that ran out.',
  ],
  [
    'Revenue',
    'What the ledger records as sold, less discounts, on the day of payment. Refunds and fees aren’t subtracted.',
  ],
  ['Refunds', 'What the ledger records as refunded, less refunds that failed.'],
  ['Disputes', 'What banks withdrew because of disputes, less what they returned.'],
] as const;

/** Defines each figure. */
export function WhatIsCounted() {
  return (
    <details className={classes.help}>
      <summary>What we count</summary>
      <dl>
        {DEFINITIONS.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        Days begin and end in Denver. Members, recurring revenue, and past due are available from the day the
        console started counting them. Only about the last year is recounted.
      </p>
    </details>
  );
}
