import type { ListDefinition } from '../kit/list.shared.ts';

export const CODE_STATES = {
  new: 'New',
  started: 'Started',
  watched: 'Watched',
  SELECTED_SURVEY: 'Survey answered',
  SELECTED_SIGN_UP: 'Signed up',
} as const;

export const codeList = {
  title: 'Webinar codes',
  columns: {
    code: { label: 'Code', format: 'text' },
    state: { label: 'Status', format: 'status' },
    created: { label: 'Created', format: 'instant', isSortable: true },
    started: { label: 'Started', format: 'instant' },
    finished: { label: 'Watched', format: 'instant' },
    selected: { label: 'Redeemed', format: 'instant' },
  },
  filters: { state: { label: 'Status', options: CODE_STATES } },
  search: 'The whole code',
  sort: { column: 'created', direction: 'desc' },
} as const satisfies ListDefinition;

export const REWARD_KINDS = { lunch: 'Lunch certificate', 'gift-card': 'Gift card' } as const;
export const REWARD_STATES = { owed: 'Owed', sent: 'Sent' } as const;

export const rewardList = {
  title: 'Webinar rewards',
  columns: {
    recipient: { label: 'Recipient', format: 'text' },
    email: { label: 'Email', format: 'text' },
    amount: { label: 'Amount', format: 'text' },
    kind: { label: 'Reward', format: 'text' },
    detail: { label: 'For', format: 'text' },
    code: { label: 'Code', format: 'text' },
    state: { label: 'Status', format: 'status' },
    owed: { label: 'Owed since', format: 'instant', isSortable: true },
    sent: { label: 'Sent', format: 'instant' },
  },
  filters: {
    state: { label: 'Status', options: REWARD_STATES },
    kind: { label: 'Reward', options: REWARD_KINDS },
  },
  search: 'Recipient or email',
  sort: { column: 'owed', direction: 'asc' },
} as const satisfies ListDefinition;

export const surveyList = {
  title: 'Webinar surveys',
  columns: {
    businessName: { label: 'Business', format: 'text' },
    name: { label: 'Name', format: 'text' },
    email: { label: 'Email', format: 'text' },
    phone: { label: 'Phone', format: 'text' },
    restaurant: { label: 'Restaurant', format: 'text' },
    code: { label: 'Code', format: 'text' },
    answered: { label: 'Answered', format: 'instant', isSortable: true },
  },
  filters: {},
  search: 'Business, name, or email',
  sort: { column: 'answered', direction: 'desc' },
} as const satisfies ListDefinition;
