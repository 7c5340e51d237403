import type { ListDefinition } from '../kit/list.shared.ts';

export const MESSAGE_STATES = { open: 'Open', answered: 'Answered', suspected: 'Suspected spam' } as const;
export const MESSAGE_KINDS = {
  contact: 'Contact message',
  educator: 'Information request',
  seminar: 'Seminar sign-up',
} as const;

export const messageList = {
  title: 'Messages',
  columns: {
    name: { label: 'Name', format: 'text' },
    email: { label: 'Email', format: 'text' },
    kind: { label: 'Type', format: 'text' },
    about: { label: 'About', format: 'text' },
    state: { label: 'Status', format: 'status' },
    received: { label: 'Received', format: 'instant', isSortable: true },
    answered: { label: 'Answered', format: 'instant' },
    answeredBy: { label: 'Answered by', format: 'text' },
  },
  filters: {
    state: { label: 'Status', options: MESSAGE_STATES },
    kind: { label: 'Type', options: MESSAGE_KINDS },
  },
  search: 'Name or email',
  sort: { column: 'received', direction: 'desc' },
} as const satisfies ListDefinition;

export const subscriberList = {
  title: 'Newsletter',
  columns: {
    email: { label: 'Email', format: 'text' },
    since: { label: 'Since', format: 'instant', isSortable: true },
  },
  filters: {},
  sort: { column: 'since', direction: 'desc' },
} as const satisfies ListDefinition;
