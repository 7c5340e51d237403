import type { Db } from '#db/client.ts';
import type { Buyer } from './buyers.ts';

/**
 * Describes what a buyer saw and what our database has, to explain a case in the report. The server's log has
 * more, by purchase id.
 */
export async function describeBuyer(db: Db, { email, path, client, card, history }: Buyer): Promise<string> {
  const rows = await db
    .selectFrom('purchases')
    .leftJoin('purchaseKeys', 'purchaseKeys.purchaseId', 'purchases.id')
    .select((eb) => [
      'purchases.id',
      'status',
      'attempt',
      'attemptStartedAt',
      'heartbeatAt',
      'failureMessage',
      eb.fn.count('purchaseKeys.idempotencyKey').as('otherKeys'),
    ])
    .where('email', '=', email)
    .groupBy('purchases.id')
    .orderBy('createdAt')
    .execute();
  const purchases = rows.map(
    ({ id, status, attempt, attemptStartedAt, heartbeatAt, failureMessage, otherKeys }) =>
      `${id} ${status}, attempt ${attempt} from ${attemptStartedAt.toISOString()} to ${heartbeatAt.toISOString()}, ${otherKeys} other keys, ${failureMessage}`,
  );
  return `${path} by ${client.api} of ${email} with a ${card} card; answers: ${history.join('; ')}; purchases: ${purchases.join('; ')}`;
}
