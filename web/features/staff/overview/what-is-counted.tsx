import classes from './overview.module.css';

const DEFINITIONS = [
  [
    'Active members',
    'Memberships whose card works now: paid or free, not past due, and not ended. A canceled one counts until its paid period ends. Employees’ cards count; a company’s own number doesn’t.',
  ],
  [
    'Monthly recurring revenue',
    'The monthly price of every subscription that renews, business and company plans included. As at Stripe, past-due ones count, and canceled and unpaid ones don’t. A yearly price is divided by 12. A promo code that never ends is subtracted; one that ends after some periods isn’t.',
  ],
  ['Past due', 'Subscriptions whose bill is unpaid, and what they owe.'],
  [
    'Renewals',
    'Paid subscriptions that renew until the end of the last of these days, at the price of their next charge.',
  ],
  ['New members', 'Memberships created in the period, even if they have ended since.'],
  [
    'Canceled members',
    'Memberships that were canceled in the period by their owner or by staff, or that ended because a bill stayed unpaid or the money was returned. They may still run. One that was resumed no longer counts, and neither does a free period that ran out.',
  ],
  [
    'Revenue',
    'What the ledger has as sold, less discounts, on the day of payment. Refunds and fees are not subtracted.',
  ],
  ['Refunds', 'What the ledger has as refunded, less refunds that failed.'],
  ['Disputes', 'What banks withdrew because of disputes, less what they returned.'],
] as const;

/** Defines each figure. */
export function WhatIsCounted() {
  return (
    <details className={classes.help}>
      <summary>What is counted</summary>
      <dl>
        {DEFINITIONS.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p>
        Days begin and end in Denver. Members, recurring revenue, and past due are known for days since the
        console began to count them. Only the days of about the last year are counted again.
      </p>
    </details>
  );
}
