import { type Row, staffRow } from './row.ts';

/** The console's procedures are in staff-procedures.test.ts. */
export const STAFF_BUSINESS_ROWS: readonly Row[] = [
  staffRow('POST /api/staff/imports/:kind', () => ({
    url: '/api/staff/imports/businesses?name=stores.csv',
    payload: 'business_key\n',
    headers: { 'content-type': 'text/csv' },
  })),
  staffRow('GET /api/staff/import-errors/:id.csv', async ({ rows }, world) => ({
    url: `/api/staff/import-errors/${await world.upload(rows.account.id)}.csv`,
  })),
];
