import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/deps.ts';
import { beginCall, readBody, WITHOUT_CSRF } from './call.ts';

const contractRequest = z.object({
  type: z.enum(
    [
      'INFLUENCER',
      'REPRESENTATIVE',
      'PRIVACYPOLICY',
      'POLICYPROCEDUREMANUAL',
      'LOYALTYAFFILIATE',
      'FRIEND',
      'MEMBER',
    ],
    { error: 'There is no such contract' },
  ),
});

export function registerContract(api: FastifyInstance, deps: Deps): void {
  api.post('/contract', WITHOUT_CSRF, async (request, reply) => {
    const { caller } = await beginCall(deps, request, reply);
    const { type } = readBody(contractRequest, request);
    const text =
      type === 'PRIVACYPOLICY'
        ? await caller.content.policy({ type: 'PRIVACY' })
        : await caller.content.contract({ type });
    return { contract: text.html };
  });
}
