import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

export const BUSINESS_MAIL_SAMPLES = {
  'plan-cancelled': {
    mail: 'plan-cancelled',
    to: 'zoe@example.com',
    props: { planName: 'Deluxe Membership', listedUntil: '2027-01-05T07:00:00.000Z' },
  },
  'business-plan-change': {
    mail: 'business-plan-change',
    to: 'zoe@example.com',
    props: {
      change: 'scheduled',
      businessname: 'Walker Bakery',
      planName: 'Deluxe Membership',
      from: '2027-01-05T07:00:00.000Z',
      amountCents: 14985,
    },
  },
  'trial-repeated': { mail: 'trial-repeated', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'trial-ending': {
    mail: 'trial-ending',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      businessname: 'Zoë’s Bakery',
      endsAt: '2026-11-28T07:30:00.000Z',
      listedUntil: '2027-11-21T07:30:00.000Z',
      isOver: false,
    },
  },
  'trial-started': {
    mail: 'trial-started',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      businessname: 'Zoë’s Bakery',
      endsAt: '2026-11-28T07:00:00.000Z',
      listedUntil: '2027-11-21T07:00:00.000Z',
    },
  },
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
