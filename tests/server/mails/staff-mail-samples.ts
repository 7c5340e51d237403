import type { StoredMail } from '#server/platform/mails/mail-registry.ts';

export const STAFF_MAIL_SAMPLES = {
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
} satisfies { [Name in StoredMail['mail']]?: Extract<StoredMail, { mail: Name }> };
