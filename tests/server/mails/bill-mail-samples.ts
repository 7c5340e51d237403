import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

export const BILL_MAIL_SAMPLES = {
  'card-declined': {
    mail: 'card-declined',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      amountCents: 4995,
      message: 'Your card was declined.',
      payUrl: { kind: 'bill', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f50' },
      payUntil: '2027-01-05T07:00:00.000Z',
    },
  },
  'plan-declined': {
    mail: 'plan-declined',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë’s Bakery',
      amountCents: 19980,
      message: 'Your card was declined.',
      payUrl: { kind: 'bill', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f50' },
      payUntil: '2027-01-05T07:00:00.000Z',
    },
  },
  'company-declined': {
    mail: 'company-declined',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë’s Logistics',
      amountCents: 29970,
      message: 'Your card was declined.',
      payUrl: { kind: 'bill', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f50' },
      payUntil: '2027-01-05T07:00:00.000Z',
    },
  },
  'ended-unpaid': {
    mail: 'ended-unpaid',
    to: 'zoe@example.com',
    props: {
      subject: 'membership',
      firstname: 'Zoë',
      amountCents: 4995,
      failedAt: '2026-12-22T07:00:00.000Z',
      endedAt: '2027-01-05T07:00:00.000Z',
    },
  },
  'renewal-reminder': {
    mail: 'renewal-reminder',
    to: 'office@nguyen.example',
    props: {
      subject: 'corporate plan',
      firstname: 'Nguyen Logistics',
      planName: 'Corporate Group',
      amountCents: 24975,
      renewsAt: '2027-01-05T07:00:00.000Z',
      card: { brand: 'visa', last4: '4242' },
      cancelUrl: { kind: 'cancel', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
      replaceCardUrl: { kind: 'replace-card', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f50' },
    },
  },
  'card-expiring': {
    mail: 'card-expiring',
    to: 'zoe@example.com',
    props: {
      subject: 'membership',
      firstname: 'Zoë',
      card: { brand: 'visa', last4: '4242' },
      expiresAt: '2027-01-01T00:00:00.000Z',
      renewsAt: '2027-01-05T07:00:00.000Z',
      replaceCardUrl: { kind: 'replace-card', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f50' },
    },
  },
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
