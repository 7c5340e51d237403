import type { ListDefinition } from '../kit/list.shared.ts';

// The rows behind the overview's figures.

export const MEMBER_STATES = { active: 'Active', past_due: 'Past due', ended: 'Ended' } as const;
export const BILLING_STATES = { active: 'Paid', past_due: 'Past due' } as const;

const PURCHASE = { purchase: { label: 'Purchase', format: 'text' } } as const;

/** The memberships that the overview counts as active, new, or canceled. */
export const countedMemberList = {
  title: 'Members counted',
  columns: {
    name: { label: 'Name', format: 'text' },
    number: { label: 'Membership ID', format: 'id' },
    plan: { label: 'Plan', format: 'text' },
    state: { label: 'Status', format: 'status' },
    joined: { label: 'Joined', format: 'instant', isSortable: true },
    validUntil: { label: 'Valid until', format: 'instant' },
    ...PURCHASE,
  },
  filters: {
    state: { label: 'Status', options: MEMBER_STATES },
    origin: { label: 'Imported', options: { new: 'Only new members', imported: 'Only imported' } },
    from: { label: 'Joined from', format: 'day' },
    to: { label: 'Joined through', format: 'day' },
  },
  sort: { column: 'joined', direction: 'desc' },
} as const satisfies ListDefinition;

/** Imported memberships, by the day on which they began in the other system. */
export const importedMemberList = {
  title: 'Imported members',
  columns: {
    name: { label: 'Name', format: 'text' },
    number: { label: 'Membership ID', format: 'id' },
    plan: { label: 'Plan', format: 'text' },
    started: { label: 'Started', format: 'day', isSortable: true },
    importedAt: { label: 'Imported', format: 'instant' },
    ...PURCHASE,
  },
  filters: {
    from: { label: 'Started from', format: 'day' },
    to: { label: 'Started through', format: 'day' },
  },
  sort: { column: 'started', direction: 'desc' },
} as const satisfies ListDefinition;

export const cancellationList = {
  title: 'Canceled members',
  columns: {
    name: { label: 'Name', format: 'text' },
    plan: { label: 'Plan', format: 'text' },
    canceled: { label: 'Canceled', format: 'instant', isSortable: true },
    reason: { label: 'Reason', format: 'text' },
    validUntil: { label: 'Valid until', format: 'instant' },
    ...PURCHASE,
  },
  filters: {
    from: { label: 'Canceled from', format: 'day' },
    to: { label: 'Canceled through', format: 'day' },
  },
  sort: { column: 'canceled', direction: 'desc' },
} as const satisfies ListDefinition;

export const recurringList = {
  title: 'Recurring revenue',
  columns: {
    email: { label: 'Email', format: 'text' },
    kind: { label: 'Type', format: 'text' },
    state: { label: 'Status', format: 'status' },
    monthly: { label: 'Per month', format: 'cents' },
    renews: { label: 'Renews', format: 'instant', isSortable: true },
    renewal: { label: 'Next charge', format: 'cents' },
    ...PURCHASE,
  },
  filters: {
    state: { label: 'Status', options: BILLING_STATES },
    from: { label: 'Renews from', format: 'day' },
    to: { label: 'Renews through', format: 'day' },
  },
  sort: { column: 'renews', direction: 'asc' },
} as const satisfies ListDefinition;

export const pastDueList = {
  title: 'Past due',
  columns: {
    email: { label: 'Email', format: 'text' },
    kind: { label: 'Type', format: 'text' },
    since: { label: 'Past due since', format: 'instant', isSortable: true },
    owed: { label: 'Owed', format: 'cents' },
    ...PURCHASE,
  },
  filters: {},
  sort: { column: 'since', direction: 'asc' },
} as const satisfies ListDefinition;

export const moneyList = {
  title: 'Revenue and refunds',
  columns: {
    at: { label: 'When', format: 'instant', isSortable: true },
    kind: { label: 'Entry', format: 'text' },
    revenue: { label: 'Revenue', format: 'cents' },
    refunds: { label: 'Refunded', format: 'cents' },
    disputes: { label: 'Disputed', format: 'cents' },
    ...PURCHASE,
  },
  filters: {
    figure: {
      label: 'Figure',
      options: { revenue: 'Revenue', refunds: 'Refunds', disputes: 'Disputes' },
    },
    from: { label: 'From', format: 'day' },
    to: { label: 'To', format: 'day' },
  },
  sort: { column: 'at', direction: 'desc' },
} as const satisfies ListDefinition;
