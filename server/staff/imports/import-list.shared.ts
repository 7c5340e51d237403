import type { ListDefinition } from '../kit/list.shared.ts';
import { IMPORT_KINDS } from './import-kinds.shared.ts';

export const IMPORT_STATES = {
  uploading: 'Uploading',
  mapping: 'Needs mapping',
  checking: 'Checking',
  checked: 'Checked',
  running: 'Importing',
  done: 'Imported',
  canceled: 'Canceled',
  failed: 'Unreadable',
} as const;

const kinds = Object.fromEntries(Object.entries(IMPORT_KINDS).map(([name, { label }]) => [name, label]));

export const importList = {
  title: 'Imports',
  columns: {
    fileName: { label: 'File', format: 'text' },
    at: { label: 'Uploaded', format: 'instant', isSortable: true },
    by: { label: 'By', format: 'text' },
    state: { label: 'Status', format: 'status' },
    new: { label: 'New', format: 'count' },
    changed: { label: 'Changed', format: 'count' },
    unchanged: { label: 'Unchanged', format: 'count' },
    refused: { label: 'Refused', format: 'count' },
    skipped: { label: 'Skipped', format: 'count' },
  },
  filters: { kind: { label: 'Type', options: kinds } },
  sort: { column: 'at', direction: 'desc' },
} as const satisfies ListDefinition;
