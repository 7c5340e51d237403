import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

export const MEMBERSHIP_MAIL_SAMPLES = {
  'membership-cancelled': {
    mail: 'membership-cancelled',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      usableUntil: '2027-01-05T07:00:00.000Z',
    },
  },
  'membership-link': {
    mail: 'membership-link',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Individual',
      number: '7K2M-9QXP-4ETH',
      cancelUrl: { kind: 'cancel', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
    },
  },
  'membership-resumed': {
    mail: 'membership-resumed',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      renewsOn: '2027-01-05T07:00:00.000Z',
    },
  },
  'membership-granted': {
    mail: 'membership-granted',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      endsOn: '2027-01-05T07:00:00.000Z',
      claimUrl: { kind: 'claim', id: '01890a5d-ac96-774b-bcce-b302099a8057' },
    },
  },
  'membership-extended': {
    mail: 'membership-extended',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      endsOn: '2027-02-05T07:00:00.000Z',
    },
  },
  'claim-link': {
    mail: 'claim-link',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      claimUrl: { kind: 'claim', id: '01890a5d-ac96-774b-bcce-b302099a8057' },
    },
  },
  'plan-change': {
    mail: 'plan-change',
    to: 'zoe@example.com',
    props: {
      change: 'scheduled',
      firstname: 'Zoë',
      number: '7K2M-9QXP-4ETH',
      planName: 'Individual',
      from: '2027-01-05T07:00:00.000Z',
      amountCents: 4995,
    },
  },
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
