import { type Row, staffRow } from './row.ts';

const fileRow = (file: string): Row =>
  staffRow(`GET /api/staff/print-runs/:run/${file}`, async ({ rows }, world) => ({
    url: `/api/staff/print-runs/${await world.printRun(rows)}/${file}`,
  }));

export const STAFF_CARD_ROWS: readonly Row[] = [fileRow('cards.pdf'), fileRow('addresses.csv')];
