import { type Row, staffRow } from './row.ts';

/** The console's procedures are in staff-procedures.test.ts. */
export const STAFF_BUSINESS_ROWS: readonly Row[] = [
  staffRow('POST /api/staff/imports/:kind', () => ({
    url: '/api/staff/imports/businesses?name=stores.csv',
    payload: 'business_key\n',
    headers: { 'content-type': 'text/csv' },
  })),
];
