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
