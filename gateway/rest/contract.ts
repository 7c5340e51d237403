import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getContract, getPolicy } from '#server/domains/content/content.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginCountedCall, readBody, WITHOUT_CSRF } from './call.ts';

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
    await beginCountedCall(deps, request, reply);
    const { type } = readBody(contractRequest, request);
    const text =
      type === 'PRIVACYPOLICY' ? await getPolicy(deps.db, 'PRIVACY') : await getContract(deps.db, type);
    return { contract: text.html };
  });
}
