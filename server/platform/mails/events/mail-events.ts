import type { MailName } from '../mail-registry.ts';
import { AFFILIATE_EVENTS } from './affiliate-events.ts';
import type { MailEvent, StateChange } from './mail-event.ts';

/**
 * Every event that charges, refunds, fails to charge, grants, ends, or changes something: who is emailed about
 * it, and with which email, or why nobody is (D67). The README has this table.
 */
export const MAIL_EVENTS = {
  'A purchase, an upgrade included, is paid or costs nothing': {
    from: [
      'ledgerEntries',
      'ledgerEntries.kind: payment',
      'purchases.status: paid',
      'purchases.settledAt',
      'subscriptions',
      'subscriptions.status: active',
      'planUpgrades',
      'memberships',
      'companyCards',
      'physicalCardRequests',
      'businessPlans',
      'businessPlans.kind: subscription',
    ],
    to: 'buyer',
    mails: ['receipt'],
  },
  'A renewal is paid, an overdue one included': {
    from: ['ledgerEntries.kind: payment', 'subscriptions.status: active', 'subscriptions.pastDueSince'],
    to: 'payer',
    mails: ['renewal-receipt'],
  },
  'A purchase begins': {
    from: ['purchases', 'purchases.status: pending', 'promoHolds', 'promoHolds.status: held'],
    none: 'Nothing is charged yet, and the buyer waits on the page.',
  },
  'A bank requests a check that the buyer’s client can’t show': {
    from: ['purchases.status: requires_action'],
    to: 'buyer',
    mails: ['complete-payment'],
  },
  'A purchase fails on the page': {
    from: ['purchases.status: failed', 'promoHolds.status: released'],
    none: 'The page shows the decline.',
  },
  'A purchase fails after its buyer left': {
    from: ['purchases.status: failed', 'promoHolds.status: released'],
    to: 'buyer',
    mails: ['purchase-failed'],
  },
  'A charge is returned at once, because its purchase was replaced or has failed': {
    from: ['purchases.status: refunded'],
    to: 'payer',
    mails: ['charge-returned'],
  },
  'A promo code is used': {
    from: ['promoHolds.status: consumed'],
    none: 'The purchase’s receipt shows the code.',
  },
  'The sweeper looks at a purchase': { from: ['purchases.sweptAt'], none: 'Nothing changes for the buyer.' },
  'Money is refunded, a refund fails, or a dispute moves money': {
    from: ['ledgerEntries.kind: refund', 'ledgerEntries.kind: refund failure', 'ledgerEntries.kind: dispute'],
    to: 'payer',
    mails: ['payment-returned'],
  },
  'A refund or a lost dispute ends a plan': {
    from: [
      'ledgerEntries.kind: refund',
      'ledgerEntries.kind: dispute',
      'disputes.closedAt',
      'subscriptions.status: canceled',
      'subscriptions.canceledAt',
      'subscriptions.endedAt',
      'memberships.endedAt',
      'businessPlans.endedAt',
    ],
    to: 'payer, and a company’s employees',
    mails: ['plan-ended', 'employee-card-change'],
  },
  'A refunded upgrade is undone': {
    from: ['planUpgrades.returnedAt'],
    to: 'payer',
    mails: ['payment-returned'],
  },
  'A dispute is opened or closed, or its deadline changes': {
    from: ['disputes', 'disputes.evidenceDueAt', 'disputes.closedAt'],
    to: 'support address (opened); payer, as soon as money moves',
    mails: ['dispute-opened', 'payment-returned'],
  },
  'We correct our books': {
    from: [
      'ledgerEntries.kind: returns',
      'ledgerEntries.kind: returns reversal',
      'ledgerEntries.kind: balance transaction',
      'ledgerEntries.kind: payment correction',
      'ledgerEntries.kind: balance correction',
    ],
    none: 'No customer’s money moves.',
  },
  'A renewal isn’t paid: at once, then as staff set the days': {
    from: ['subscriptions.status: past_due', 'subscriptions.status: unpaid', 'subscriptions.pastDueSince'],
    to: 'payer',
    mails: ['card-declined', 'plan-declined', 'company-declined'],
  },
  'A subscription ends unpaid': {
    from: [
      'subscriptions.status: canceled',
      'subscriptions.canceledAt',
      'subscriptions.endedAt',
      'subscriptions.pastDueSince',
    ],
    to: 'payer, and a company’s employees',
    mails: ['ended-unpaid', 'employee-card-change'],
  },
  'A yearly plan renews soon, or a monthly one begins another year': {
    from: [],
    to: 'payer',
    mails: ['renewal-reminder'],
  },
  'The card on file expires before the next charge': {
    from: ['subscriptions.cardExpiresAt'],
    to: 'payer',
    mails: ['card-expiring'],
  },
  'The card on file is replaced': {
    from: ['subscriptions.cardExpiresAt'],
    none: 'The page that replaces it confirms it, and each receipt names the card.',
  },
  'A membership or a company’s plan is canceled or ended': {
    from: [
      'subscriptions.status: canceled',
      'subscriptions.canceledAt',
      'subscriptions.endedAt',
      'memberships.endedAt',
    ],
    to: 'its account or guest, the payer if that is someone else, and a company’s employees',
    mails: ['membership-cancelled', 'employee-card-change'],
  },
  'A cancellation is undone': {
    from: ['subscriptions.canceledAt'],
    to: 'its account, the guest who bought it, and a company’s employees',
    mails: ['membership-resumed', 'employee-card-change'],
  },
  'A business plan is canceled': {
    from: ['subscriptions.canceledAt', 'businessPlans.endedAt', 'businessPlans.listedUntil'],
    to: 'owner',
    mails: ['plan-cancelled'],
  },
  'A free period, a granted membership, or a canceled plan reaches its end': {
    from: ['subscriptions.status: canceled', 'subscriptions.endedAt', 'businessPlans.endedAt'],
    none: 'Its receipt, its grant, or its cancellation named the day.',
  },
  'A smaller plan is scheduled or withdrawn': {
    from: ['subscriptions.nextPlanFrom'],
    to: 'payer',
    mails: ['plan-change', 'business-plan-change'],
  },
  'A scheduled plan begins': {
    from: ['subscriptions.nextPlanFrom'],
    to: 'payer',
    mails: ['renewal-receipt'],
  },
  'Staff extend a membership': {
    from: ['subscriptions.grantedUntil'],
    to: 'its account or guest',
    mails: ['membership-extended'],
  },
  'Staff give a membership': { from: ['memberships'], to: 'receiver', mails: ['membership-granted'] },
  'Staff import a membership': {
    from: ['importedMemberships', 'importedMemberships.invitedAt'],
    to: 'member, when staff send the invitations',
    mails: ['member-invitation'],
  },
  'A membership is claimed': {
    from: ['memberships.claimedAt'],
    none: 'Its new owner did it on the page. The buyer keeps the receipts and the link to cancel.',
  },
  'An employee gets a card': {
    from: ['companyCards', 'companyCards.invitedAt'],
    to: 'employee',
    mails: ['employee-invitation'],
  },
  'A company removes, keeps, or replaces a card': {
    from: ['companyCards.endsAt', 'memberships.endedAt'],
    to: 'employee',
    mails: ['employee-card-change'],
  },
  'A payment for added cards is refunded': {
    from: ['companyCards.returnedAt', 'memberships.endedAt'],
    to: 'company',
    mails: ['payment-returned'],
  },
  'A physical card is requested later': {
    from: ['physicalCardRequests'],
    to: 'member',
    mails: ['card-requested'],
  },
  'A physical card is sent': { from: ['physicalCardRequests.sentAt'], to: 'member', mails: ['card-sent'] },
  'A physical card comes back': {
    from: ['physicalCardRequests.returnedAt'],
    to: 'member',
    mails: ['card-came-back'],
  },
  'A business trial starts': {
    from: [
      'businessPlans',
      'businessPlans.kind: trial',
      'businessPlans.listedUntil',
      'businessPlans.endedAt',
    ],
    to: 'owner',
    mails: ['trial-started'],
  },
  'A business trial ends in two days, or has ended': {
    from: ['businessPlans.endedAt'],
    to: 'owner',
    mails: ['trial-ending'],
  },
  'A trial ends at once, because the mailbox had one': {
    from: ['businessPlans.endedAt', 'businessPlans.listedUntil'],
    to: 'owner',
    mails: ['trial-repeated'],
  },
  ...AFFILIATE_EVENTS,
} as const satisfies Record<string, MailEvent>;

type Event = (typeof MAIL_EVENTS)[keyof typeof MAIL_EVENTS];
type EventMail = Extract<Event, { mails: unknown }>['mails'][number];

/** The emails that are about none of these events. */
export const OTHER_MAILS = {
  welcome: 'registration',
  'verify-email': 'registration, and a changed address',
  'email-taken': 'registration with a registered address',
  'password-reset': 'requested',
  'password-changed': 'security',
  'change-email': 'requested',
  'email-change-requested': 'security',
  'email-changed': 'security',
  'account-deleted': 'requested',
  'membership-link': 'requested',
  'claim-link': 'requested',
  'programs-wanted': 'for staff',
  'staff-message': 'for staff',
  reconciliation: 'for staff',
  newsletter: 'subscribed to',
  'newsletter-confirm': 'requested',
} as const satisfies Record<Exclude<MailName, EventMail>, string>;

type UnknownChange = Exclude<StateChange, Event['from'][number]>;
/** The compiler names the changes that have no row above. */
export const CHANGES_WITHOUT_EVENT: Record<UnknownChange, never> = {};
