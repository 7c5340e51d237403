import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

export const AFFILIATE_MAIL_SAMPLES = {
  'affiliate-welcome': {
    mail: 'affiliate-welcome',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      role: 'friend',
      referenceCode: 'ZOE7K2M',
      donates: false,
      friendBonusCents: 500,
    },
  },
  'payout-account-changed': {
    mail: 'payout-account-changed',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', last4: '4321', holdDays: 3 },
  },
  'sale-made': {
    mail: 'sale-made',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      description: 'Individual Membership',
      rate: '20%',
      amountCents: 999,
      payableAt: '2026-12-29T18:00:00.000Z',
    },
  },
  'sale-digest': {
    mail: 'sale-digest',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      day: '2026-11-29',
      count: 4,
      amountCents: 4_995,
      sales: [
        { description: 'Individual Membership', count: 3, amountCents: 2_997 },
        { description: 'Family Membership', count: 1, amountCents: 1_998 },
      ],
    },
  },
  'commission-adjusted': {
    mail: 'commission-adjusted',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      lines: [
        {
          description: 'Individual Membership',
          amountCents: -999,
          reason: 'Taken back: the payment was refunded',
        },
      ],
    },
  },
  'payout-sent': {
    mail: 'payout-sent',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', month: '2026-11', amountCents: 1_249, last4: '4321' },
  },
  'payout-held': {
    mail: 'payout-held',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', amountCents: 3_497, missing: 'tax-form' },
  },
  'payout-returned': {
    mail: 'payout-returned',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      last4: '4321',
      month: '2026-11',
      amountCents: 1_249,
      reason: 'The account is closed.',
    },
  },
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
