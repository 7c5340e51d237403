import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { Context } from '../../context.ts';
import { checkFormProof } from './form-proof.service.ts';
import { findSubscribers, type Subscriber, upsertSubscriber } from './newsletter.repository.ts';
import type { subscribeInput } from './newsletter.schema.ts';

/**
 * Subscribes an address. Returns true if it is subscribed now, even if it already was. Returns false, and never throws,
 * for a malformed address and for a form that looks like a bot's.
 */
export async function subscribe(
  { deps, entryPoint }: Context,
  { email, ...proof }: z.output<typeof subscribeInput>,
): Promise<boolean> {
  if (email === null) return false;
  return inTransaction(deps.db, async (trx) => {
    const suspicion = await checkFormProof(deps, trx, entryPoint, proof);
    await upsertSubscriber(trx, { email, suspicion, subscribedAt: deps.now() });
    return suspicion === null;
  });
}

/** For staff, newest first: the subscribers, or with `suspected` the suspected ones. */
export async function listSubscribers(db: Db, { suspected }: { suspected: boolean }): Promise<Subscriber[]> {
  return findSubscribers(db, { suspected });
}
