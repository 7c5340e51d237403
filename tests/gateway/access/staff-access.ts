import { Authenticator } from '#tests/helpers/authenticator.ts';
import { type Row, staffRow } from './row.ts';

/**
 * The admin's calls are refused because their challenge is made up. tests/server/accounts/passkeys.test.ts
 * covers valid challenges.
 */
const REFUSED = '. . . . . K . .';
const authenticator = new Authenticator();
const challenge = 'c29tZXRoaW5n';

export const STAFF_ACCESS_ROWS: readonly Row[] = [
  staffRow('query accounts.passkeys.access'),
  staffRow('mutation accounts.passkeys.prepareAdding', async ({ rows }, world) => {
    await world.withPasskeys(rows.account.id);
    return {};
  }),
  {
    ...staffRow('mutation accounts.passkeys.add', () => ({
      input: { name: 'Laptop', ...authenticator.create({ challenge }) },
    })),
    cells: REFUSED,
  },
  staffRow('mutation accounts.passkeys.prepareUse', async ({ rows }, world) => {
    await world.withPasskeys(rows.account.id);
    return {};
  }),
  {
    ...staffRow('mutation accounts.passkeys.use', () => ({ input: authenticator.use({ challenge }) })),
    cells: REFUSED,
  },
  staffRow('query accounts.passkeys.mine'),
  staffRow('mutation accounts.passkeys.confirm'),
  staffRow('mutation accounts.passkeys.remove', async ({ rows }, world) => ({
    input: { id: await world.withPasskeys(rows.account.id) },
  })),
];
