import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { passwordResetRequest } from '#server/domains/accounts/password-reset.schema.ts';
import { credentials } from '#server/domains/accounts/sessions/session.schema.ts';
import { issueIdToken, verifyCredentials } from '#server/domains/accounts/sessions/session.service.ts';
import { staffTokenInput } from '#server/domains/accounts/sessions/staff-token.schema.ts';
import { redeemStaffToken } from '#server/domains/accounts/sessions/staff-token.service.ts';
import type { Deps } from '#server/platform/deps.ts';
import { beginCall, beginCountedCall, readBody, WITHOUT_CSRF } from './call.ts';

/** Our built-in identity provider (D10). Signing in returns an idToken but doesn't start a session. */
export function registerIdentity(api: FastifyInstance, deps: Deps): void {
  api.post('/identity/signIn', WITHOUT_CSRF, async (request, reply) => {
    const ctx = await beginCountedCall(deps, request, reply);
    return issueIdToken(deps, await verifyCredentials(ctx, readBody(credentials, request)));
  });

  api.post('/identity/signInWithCustomToken', WITHOUT_CSRF, async (request, reply) => {
    const ctx = await beginCountedCall(deps, request, reply);
    await deps.limits.take('staffSignIn', ctx);
    return issueIdToken(deps, await redeemStaffToken(deps, readBody(staffTokenInput, request).token));
  });

  api.post('/identity/sendPasswordReset', WITHOUT_CSRF, async (request, reply) => {
    const { caller } = await beginCall(deps, request, reply);
    const body = z.custom<z.input<typeof passwordResetRequest>>().parse(request.body);
    await caller.accounts.passwordReset.request(body);
    return { status: 'success' };
  });
}
