import { type MailLink, signLinks } from '#server/platform/mails/mail-props.ts';
import type { StoredMail } from '#server/platform/mails/mail-registry.ts';
import { ACCOUNT_MAIL_SAMPLES } from './account-mail-samples.ts';
import { AFFILIATE_MAIL_SAMPLES } from './affiliate-mail-samples.ts';
import { BILL_MAIL_SAMPLES } from './bill-mail-samples.ts';
import { BUSINESS_MAIL_SAMPLES } from './business-mail-samples.ts';
import { MEMBERSHIP_MAIL_SAMPLES } from './membership-mail-samples.ts';
import { PHYSICAL_CARD_MAIL_SAMPLES } from './physical-card-mail-samples.ts';
import { STAFF_MAIL_SAMPLES } from './staff-mail-samples.ts';

/** One sample of each email. Most are in the file of their subject. */
export const MAIL_SAMPLES = {
  ...ACCOUNT_MAIL_SAMPLES,
  ...AFFILIATE_MAIL_SAMPLES,
  ...BILL_MAIL_SAMPLES,
  ...BUSINESS_MAIL_SAMPLES,
  ...MEMBERSHIP_MAIL_SAMPLES,
  ...PHYSICAL_CARD_MAIL_SAMPLES,
  ...STAFF_MAIL_SAMPLES,
  receipt: {
    mail: 'receipt',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      purchaseNumber: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
      lines: [
        { description: 'Family Membership', amountCents: 9990 },
        { description: 'Physical Card', amountCents: 1000 },
      ],
      discountCents: 2498,
      promoCode: 'SPRING25',
      totalCents: 8492,
      paidAt: '2026-11-21T07:30:00.000Z',
      paidWith: { brand: 'visa', last4: '4242' },
      renewal: {
        amountCents: 7492,
        interval: 'month',
        on: '2026-12-21T07:30:00.000Z',
        regular: { amountCents: 9990, from: '2027-02-21T07:30:00.000Z' },
      },
      membershipNumber: '7K2M-9QXP-4ETH',
      receiptUrl: { kind: 'receipt', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
      cancelUrl: { kind: 'cancel', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
      claimUrl: { kind: 'claim', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4f' },
      delivery: {
        to: ['Zoë Ærskin', '1437 BANNOCK ST', 'DENVER, CO 80202', 'US'],
        within: '7-10 business days',
      },
      printedCard: { url: { kind: 'request-card', id: '7K2M9QXP4ETH' }, isOrdered: false },
    },
  },
  'charge-returned': {
    mail: 'charge-returned',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      amountCents: 4995,
      card: { brand: 'visa', last4: '4242' },
      purchaseNumber: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
      isPaid: false,
    },
  },
  'renewal-receipt': {
    mail: 'renewal-receipt',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      purchaseNumber: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e',
      receiptId: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f60',
      period: { start: '2026-12-21T07:30:00.000Z', end: '2027-01-21T07:30:00.000Z' },
      lines: [{ description: 'Individual Membership', amountCents: 4995 }],
      discountCents: 0,
      promoCode: null,
      totalCents: 4995,
      paidAt: '2026-12-21T07:30:00.000Z',
      paidWith: { brand: 'visa', last4: '4242' },
      renewal: { amountCents: 4995, interval: 'month', on: '2027-01-21T07:30:00.000Z', regular: null },
      membershipNumber: '7K2M-9QXP-4ETH',
      unsubscribeUrl: { kind: 'stop-renewal-receipts', id: 'zoe@example.com' },
      oneClickUrl: { kind: 'stop-renewal-receipts-one-click', id: 'zoe@example.com' },
      receiptUrl: { kind: 'receipt', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f60' },
      cancelUrl: { kind: 'cancel', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
    },
  },
  'payment-returned': {
    mail: 'payment-returned',
    to: 'zoe@example.com',
    props: {
      type: 'refund',
      subject: 'membership',
      firstname: 'Zoë',
      amountCents: 2000,
      description: 'Individual Membership, paid on December 21, 2026',
      returnedAt: '2026-12-28T17:00:00.000Z',
      card: { brand: 'visa', last4: '4242' },
      effect: 'runs',
      receiptUrl: { kind: 'receipt', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f61' },
    },
  },
  'plan-ended': {
    mail: 'plan-ended',
    to: 'zoe@example.com',
    props: { subject: 'membership', firstname: 'Zoë', cause: 'dispute', amountCents: 4995 },
  },
  'complete-payment': {
    mail: 'complete-payment',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      totalCents: 5995,
      completeUrl: { kind: 'complete-purchase', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
    },
  },
  'employee-invitation': {
    mail: 'employee-invitation',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      companyName: 'Rocky Mountain Tools',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      claimUrl: { kind: 'claim', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4f' },
    },
  },
  'employee-card-change': {
    mail: 'employee-card-change',
    to: 'zoe@example.com',
    props: {
      change: 'removed',
      firstname: 'Zoë',
      companyName: 'Rocky Mountain Tools',
      number: '7K2M-9QXP-4ETH',
      endsAt: '2027-01-05T07:00:00.000Z',
    },
  },
  'member-invitation': {
    mail: 'member-invitation',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      planName: 'Family',
      number: '7K2M-9QXP-4ETH',
      choosePasswordUrl: { kind: 'choose-password', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f50' },
    },
  },
  'purchase-failed': {
    mail: 'purchase-failed',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      totalCents: 4_995,
      tryAgainUrl: { kind: 'complete-purchase', id: '019a9f1e-7b1a-7c3e-9d53-0d5c1b2a3f4e' },
    },
  },
  'reward-sent': {
    mail: 'reward-sent',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', kind: 'lunch', amount: '$5', detail: 'Dairy Queen' },
  },
  'newsletter-confirm': {
    mail: 'newsletter-confirm',
    to: 'zoe@example.com',
    props: { confirmUrl: { kind: 'unsubscribe', id: 'zoe@example.com' } },
  },
  newsletter: {
    mail: 'newsletter',
    to: 'zoe@example.com',
    props: {
      subject: 'New in Denver this month',
      paragraphs: ['Twelve businesses joined this month.', 'See all of them: https://card.example/savings'],
      postalAddress: 'Everything Card, 1600 Broadway, Denver, CO 80202',
      unsubscribeUrl: { kind: 'unsubscribe', id: 'zoe@example.com' },
      oneClickUrl: { kind: 'unsubscribe-one-click', id: 'zoe@example.com' },
    },
  },
} satisfies { [Name in StoredMail['mail']]: Extract<StoredMail, { mail: Name }> };

const LINKS: Record<MailLink['kind'], string> = {
  receipt: 'https://card.example/api/receipt?id=1&key=a.b.c',
  'staff-receipt': 'https://card.example/api/receipt?id=1&key=a.b.c',
  cancel: 'https://card.example/cancel?key=d.e.f',
  'guest-cancel': 'https://card.example/cancel#key=d.e.f',
  claim: 'https://card.example/claim#token=g.h.i',
  'choose-password': 'https://card.example/setpassword#token=s.t.u',
  'keep-email': 'https://card.example/keepemail#token=v.w.x',
  'request-card': 'https://card.example/request/card/7K2M9QXP4ETH#key=j.k.l',
  'complete-purchase': 'https://card.example/pricing/individual#complete=a.b.c',
  bill: 'https://card.example/bill#token=p.q.r',
  'replace-card': 'https://card.example/bill#token=p.q.r',
  unsubscribe: 'https://card.example/unsubscribe#token=m.n.o',
  'stop-renewal-receipts': 'https://card.example/unsubscribe#token=y.z.a',
  'stop-renewal-receipts-one-click': 'https://card.example/api/unsubscribe?token=y.z.a',
  'unsubscribe-one-click': 'https://card.example/api/unsubscribe?token=m.n.o',
};

/** Returns a sample with signed links, as it is sent. */
export async function signSample({ mail, to, props }: (typeof MAIL_SAMPLES)[keyof typeof MAIL_SAMPLES]) {
  return { mail, to, props: Object(await signLinks(props, async ({ kind }) => LINKS[kind])) };
}
