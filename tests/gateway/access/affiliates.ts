import { W9 } from '#tests/helpers/factories/tax-form.ts';
import { holderNameOf, linkNameOf } from './affiliate-world.ts';
import { type Row, row } from './row.ts';
import type { Rows } from './world.ts';

const showsAccount = (answer: string, { account }: Rows) => answer.includes(holderNameOf(account));
const showsLink = (answer: string, { account }: Rows) => answer.includes(linkNameOf(account));

/** An affiliate's payouts and named links. Accounts of the types 0, 10, and 42 aren't affiliates. */
export const AFFILIATE_ROWS: readonly Row[] = [
  // Columns: v 0 1 2 3 10 42 another
  row(
    'query affiliates.payouts.overview',
    'L m + + + m m m',
    async (actor, world) => {
      if (actor.role !== 'another') await world.affiliates.withoutSignups(actor);
      await world.affiliates.withPayoutAccount(actor.rows.account);
      return {};
    },
    showsAccount,
  ),
  row('mutation affiliates.payouts.saveAccount', 'L N + + + N N .', async (actor, world) => {
    await world.affiliates.withoutSignups(actor);
    return {
      input: {
        holderName: 'Ann Park',
        routingNumber: '021000021',
        accountNumber: '000123456789',
        confirmNumber: '000123456789',
        kind: 'checking',
        currentPassword: world.password,
      },
    };
  }),
  row('mutation affiliates.payouts.fileTaxForm', 'L N + + + N N .', async (actor, world) => {
    await world.affiliates.withoutFiles(actor);
    return { input: { kind: 'w9', w9: W9 } };
  }),
  row(
    'query affiliates.links.list',
    'L + + + + + + m',
    async ({ rows }, world) => {
      await world.affiliates.withLink(rows.account);
      return {};
    },
    showsLink,
  ),
  row('mutation affiliates.links.add', 'L N + + + N N .', async (actor, world) => {
    await world.affiliates.withoutFiles(actor);
    return { input: { name: 'spring' } };
  }),
  row('mutation affiliates.links.remove', 'L + + + + + + .', () => ({ input: { name: 'spring' } })),
  row('query affiliates.links.weeks', 'L + + + + + + .', () => ({ input: { link: 'spring' } })),
];
