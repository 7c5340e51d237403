import { randomUUID } from 'node:crypto';
import { type Row, row } from './row.ts';

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const BILLING_ROWS: readonly Row[] = [
  row('query billing.mine', 'L + + + + + + .', () => ({})),
  row('query billing.nextInvoices', 'L + + + + + + .', () => ({})),
  row('query billing.receipts', 'L + + + + + + .', () => ({ input: {} })),
  row('query billing.statementYears', 'L + + + + + + .', () => ({})),
  row('mutation billing.startCardChange', 'L + + + + + + .', () => ({ input: { key: randomUUID() } })),
  row('mutation billing.changeCard', 'L + + + + + + N', async ({ rows }, world) => ({
    input: { setupIds: [await world.cardSetup(rows.purchaseId, `account:${rows.account.id}`)], bills: null },
  })),
  row('query billing.linked', '+ + + + + + + .', async (_, world) => ({
    input: { token: (await world.linkedBill()).token },
  })),
  row('mutation billing.startLinkedCardChange', '+ + + + + + + .', async (_, world) => ({
    input: { token: (await world.linkedBill()).token, key: randomUUID() },
  })),
  row('mutation billing.changeLinkedCard', '+ + + + + + + .', async (_, world) => {
    const { token, setupId } = await world.linkedBill();
    return { input: { token, setupIds: [setupId], bills: null } };
  }),
];
