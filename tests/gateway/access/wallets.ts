import { newId } from '#server/lib/ids.ts';
import { gql, type Row, row } from './row.ts';
import type { Actor } from './world.ts';

const ownPass = ({ rows }: Actor) => ({ input: { number: rows.membershipNumber } });

/**
 * Creates a row for an entry point of a phone with a pass. The pass's token authenticates it, not a session.
 */
const passHolderRow = (entryPoint: string, body?: unknown): Row =>
  row(entryPoint, '+ + + + + + + .', async ({ rows }, world) => {
    const { passTypeId, serialNumber, token } = await world.walletPass(rows);
    const [, path = ''] = entryPoint.split(' ');
    const url = path
      .replace(':deviceId', newId())
      .replace(':passTypeId', passTypeId)
      .replace(':serialNumber', serialNumber);
    const headers = { authorization: `ApplePass ${token}`, 'content-type': 'application/json' };
    return { url, headers, ...(body === undefined ? {} : { payload: JSON.stringify(body), input: body }) };
  });

const PASS = '/api/passkit/v1/passes/:passTypeId/:serialNumber';
const PASSES = '/api/passkit/v1/devices/:deviceId/registrations/:passTypeId';

// Columns: a visitor, account types 0, 1, 2, 3, 10, and 42, and another account. SIGNS explains the cells.
export const WALLET_ROWS: readonly Row[] = [
  row('query memberships.wallets', 'L + + + + + + .', () => ({})),
  row('query memberships.googlePass', 'L + + + + + + N', ownPass),
  row('graphql generateGooglePass', 'L + + + + + + N', ({ rows }) =>
    gql('query ($n: String!) { FIELD(membershipID: $n) }', { n: rows.membershipNumber }),
  ),
  row('GET /api/users/applepass', 'L + + + + + + N', ({ rows }) => ({
    url: `/api/users/applepass?id=${rows.membershipNumber}`,
  })),
  passHolderRow(`GET ${PASS}`),
  passHolderRow(`GET ${PASSES}`),
  passHolderRow(`POST ${PASSES}/:serialNumber`, { pushToken: 'a1b2c3' }),
  passHolderRow(`DELETE ${PASSES}/:serialNumber`),
  row('POST /api/passkit/v1/log', '+ + + + + + + .', () => ({ input: { logs: ['a complaint'] } })),
];
