import type { z } from 'zod';
import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { Context } from '../context.ts';
import { checkFormProof } from './form-proof.service.ts';
import { findSubscribers, type Subscriber, upsertSubscriber } from './newsletter.repository.ts';
import type { subscribeInput } from './newsletter.schema.ts';

/**
 * Puts an address on the newsletter's list; true where it stands there, whether or not it did before. False, and never
 * a refusal, for what is no address and for what looks like a program's (SPEC section 5: no validation).
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

/** For staff: the newsletter's readers, or with `suspected` what was taken for programs'; the newest first. */
export async function listSubscribers(db: Db, { suspected }: { suspected: boolean }): Promise<Subscriber[]> {
  return findSubscribers(db, { suspected });
}
