import { Authenticator } from '#tests/helpers/authenticator.ts';
import { type Row, staffRow } from './row.ts';

/** Only an authenticator can answer, as in tests/server/accounts/passkeys.test.ts. */
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
  staffRow('mutation accounts.passkeys.remove', async ({ rows }, world) => ({
    input: { id: await world.withPasskeys(rows.account.id) },
  })),
];
