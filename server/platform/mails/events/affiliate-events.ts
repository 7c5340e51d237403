import type { MailEvent } from './mail-event.ts';

export const AFFILIATE_EVENTS = {
  'An affiliate signs up': {
    from: [
      'affiliateSignups',
      'affiliateSignups.completedAt',
      'affiliateSignups.role: friend',
      'affiliateSignups.role: influencer',
      'affiliateSignups.role: loyalty',
      'affiliateSignups.role: educator',
    ],
    to: 'affiliate',
    mails: ['affiliate-welcome'],
  },
  'An affiliate earns a commission': {
    from: [
      'ledgerEntries.kind: commission',
      'commissions',
      'commissions.rule: influencer',
      'commissions.rule: educator',
      'commissions.rule: downline',
      'commissions.rule: friend',
    ],
    to: 'affiliate: each of the first five, then once a day',
    mails: ['sale-made', 'sale-digest'],
  },
  'A sale earns its affiliate nothing': {
    from: ['commissions', 'commissions.rule: none'],
    none: 'No money moves. The affiliate’s page shows the reason.',
  },
  'A commission is taken back or restored': {
    from: ['ledgerEntries.kind: commission', 'commissions', 'suspectedOwnPurchases.decidedAt'],
    to: 'affiliate',
    mails: ['commission-adjusted'],
  },
  'A sale looks like the affiliate’s own purchase': {
    from: ['suspectedOwnPurchases'],
    none: 'Staff decide first. Nothing changes until then.',
  },
  'A month’s commissions are paid': {
    from: ['ledgerEntries.kind: payout', 'payouts'],
    to: 'affiliate',
    mails: ['payout-sent'],
  },
  'Payable commissions wait for a tax form or a bank account': {
    from: [],
    to: 'affiliate, monthly',
    mails: ['payout-held'],
  },
  'A bank account for payouts is added or replaced': {
    from: [
      'payoutAccounts',
      'payoutAccounts.kind: checking',
      'payoutAccounts.kind: savings',
      'payoutAccounts.supersededAt',
    ],
    to: 'affiliate',
    mails: ['payout-account-changed'],
  },
  'A payout goes into a file for the bank': {
    from: ['bankFilePayments'],
    none: 'The affiliate heard of the payout when the month was paid.',
  },
  'A bank returns a payout': {
    from: ['bankFilePayments.returnedAt', 'payoutAccounts.returnedAt'],
    to: 'affiliate',
    mails: ['payout-returned'],
  },
  'An affiliate files a tax form': {
    from: ['taxForms', 'taxForms.kind: w9', 'taxForms.kind: w8ben', 'taxForms.supersededAt'],
    none: 'The affiliate files it on the page, which confirms it.',
  },
  'A webinar reward is owed': {
    from: ['webinarRewards', 'webinarRewards.kind: lunch', 'webinarRewards.kind: gift-card'],
    none: 'The webinar’s page shows it.',
  },
  'A webinar reward is sent': { from: ['webinarRewards.sentAt'], to: 'recipient', mails: ['reward-sent'] },
} as const satisfies Record<string, MailEvent>;
