import { type MailLink, signLinks } from '#server/mails/mail-props.ts';
import type { StoredMail } from '#server/mails/mail-registry.ts';
import { BILL_MAIL_SAMPLES } from './bill-mail-samples.ts';
import { MEMBERSHIP_MAIL_SAMPLES } from './membership-mail-samples.ts';

export const MAIL_SAMPLES = {
  ...BILL_MAIL_SAMPLES,
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
      printedCard: { url: { kind: 'request-card', id: '7K2M9QXP4ETH' }, isOrdered: false },
    },
  },
  welcome: { mail: 'welcome', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'password-reset': {
    mail: 'password-reset',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', resetUrl: 'https://card.example/newpassword?token=a.b.c&x=1' },
  },
  'verify-email': {
    mail: 'verify-email',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', verifyUrl: 'https://card.example/verifyemail#token=a.b.c', days: 7 },
  },
  'change-email': {
    mail: 'change-email',
    to: 'zoe.new@example.com',
    props: { firstname: 'Zoë', verifyUrl: 'https://card.example/verifyemail#token=a.b.c', days: 7 },
  },
  'email-changed': {
    mail: 'email-changed',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', newEmail: 'z•••@example.com' },
  },
  'account-deleted': { mail: 'account-deleted', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'password-changed': { mail: 'password-changed', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  'email-taken': { mail: 'email-taken', to: 'zoe@example.com', props: { firstname: 'Zoë' } },
  ...MEMBERSHIP_MAIL_SAMPLES,
  'plan-ended': {
    mail: 'plan-ended',
    to: 'zoe@example.com',
    props: { subject: 'membership', firstname: 'Zoë', cause: 'dispute', amountCents: 4995 },
  },
  'dispute-opened': {
    mail: 'dispute-opened',
    to: 'support@example.com',
    props: {
      disputeId: 'du_1SandboxDispute',
      purchaseNumber: '0199f3a2-7b1c-7d00-8000-3d2c1b0a9f8e',
      amountCents: 4995,
      reason: 'product_not_received',
      evidenceDueAt: '2027-01-05T07:00:00.000Z',
      receiptUrl: { kind: 'staff-receipt', id: '0199f3a2-7b1c-7d00-8000-3d2c1b0a9f8e' },
    },
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
  'card-requested': {
    mail: 'card-requested',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      recipient: 'Zoë Miller',
      number: '7K2M-9QXP-4ETH',
      address: {
        street1: '1600 Broadway',
        street2: 'Apt 4',
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
      },
      sentWithin: '5-7 business days',
    },
  },
  'card-sent': {
    mail: 'card-sent',
    to: 'zoe@example.com',
    props: {
      firstname: 'Zoë',
      recipient: 'Zoë Miller',
      number: '7K2M-9QXP-4ETH',
      address: {
        street1: '1600 Broadway',
        street2: null,
        city: 'Denver',
        state: 'CO',
        zip: '80202',
        country: 'US',
      },
    },
  },
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
  'payout-account-changed': {
    mail: 'payout-account-changed',
    to: 'zoe@example.com',
    props: { firstname: 'Zoë', last4: '4321', holdDays: 3 },
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
  reconciliation: {
    mail: 'reconciliation',
    to: 'support@card.example',
    props: {
      night: '2026-11-22',
      count: 2,
      findings: [
        {
          id: 'ch_1',
          description: 'Stripe charged a card, and we have no purchase for it.',
          stripeCents: 4995,
          ourCents: 0,
        },
        {
          id: 'sub_1',
          description: 'Stripe runs a subscription that we do not know.',
          stripeCents: null,
          ourCents: null,
        },
      ],
    },
  },
  'programs-wanted': {
    mail: 'programs-wanted',
    to: 'support@card.example',
    props: {
      businessname: 'Zoë’s Bakery',
      planName: 'Business PLUS Membership',
      ownerEmail: 'zoe@example.com',
      facts: [{ label: 'Instagram', value: '@zoesbakery' }],
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
  'staff-message': {
    mail: 'staff-message',
    to: 'support@card.example',
    props: {
      kind: 'contact',
      name: 'Zoë',
      email: 'zoe@example.com',
      fields: [
        { label: 'Subject', value: 'A question' },
        { label: 'Message', value: 'Hello,\nwhere can I use the card?' },
      ],
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
  claim: 'https://card.example/claim#token=g.h.i',
  'choose-password': 'https://card.example/setpassword#token=s.t.u',
  'request-card': 'https://card.example/request/card/7K2M9QXP4ETH#key=j.k.l',
  'complete-purchase': 'https://card.example/pricing/individual?complete=a.b.c',
  bill: 'https://card.example/bill#token=p.q.r',
  'replace-card': 'https://card.example/bill#token=p.q.r',
  unsubscribe: 'https://card.example/unsubscribe#token=m.n.o',
  'unsubscribe-one-click': 'https://card.example/api/unsubscribe?token=m.n.o',
};

/** Returns a sample with signed links, as it is sent. */
export async function signSample({ mail, to, props }: (typeof MAIL_SAMPLES)[keyof typeof MAIL_SAMPLES]) {
  return { mail, to, props: Object(await signLinks(props, async ({ kind }) => LINKS[kind])) };
}
