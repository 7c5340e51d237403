import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PASS_CONTENT_TYPE } from '#server/domains/memberships/wallet/wallet-pass.schema.ts';
import { issueApplePass } from '#server/domains/memberships/wallet/wallet-pass.service.ts';
import { AppError } from '#server/lib/errors.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginAccountCall } from './call.ts';

const passQuery = z.object({ id: z.string() });

/** GET /api/users/applepass?id=<number>: the owner's pass for Apple Wallet. */
export function registerApplePass(api: FastifyInstance, deps: Deps): void {
  api.get('/users/applepass', async (request, reply) => {
    const ctx = await beginAccountCall(deps, request, reply);
    const query = passQuery.safeParse(request.query);
    if (!query.success) throw new AppError('MEMBERSHIP_NOT_FOUND');
    const { bytes, fileName } = await issueApplePass(deps, ctx.account.id, query.data.id);
    return reply
      .type(PASS_CONTENT_TYPE)
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(bytes);
  });
}
