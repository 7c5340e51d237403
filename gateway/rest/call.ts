import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { assertNotCrossSite } from '#server/app/http/csrf.ts';
import { createRequestContext } from '#server/app/http/request-context.ts';
import { AppError } from '#server/lib/errors.ts';
import type { AccountContext, Context } from '#server/platform/context.ts';
import type { Deps } from '#server/platform/deps.ts';
import { requireStaff } from '#server/platform/trpc.ts';
import { isPasskeyExempt } from '#server/staff/kit/passkey-exemptions.shared.ts';
import { type Caller, createCaller } from '../caller.ts';

export interface RestCall {
  ctx: Context;
  caller: Caller;
}

/**
 * For routes that ignore the session or don't change anything, such as the web service for Apple Wallet (D47).
 */
export const WITHOUT_CSRF = { config: { withoutCsrf: true } };

/** For routes whose body is a file. */
export const UPLOAD = { config: { isUpload: true } };

export async function beginCall(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<RestCall> {
  const ctx = await createRequestContext(deps, request, reply, 'legacy');
  return { ctx, caller: createCaller(ctx) };
}

/**
 * Begins a call on a route that doesn't call a procedure. Counts it for the account, as procedures do.
 */
export async function beginCountedCall(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const { ctx } = await beginCall(deps, request, reply);
  await deps.limits.takeAccountCall(ctx);
  return ctx;
}

/**
 * Like `beginCountedCall`, but throws if the caller isn't signed in, or if a page on another site makes the
 * browser send the call, such as a link that would start a download.
 */
export async function beginAccountCall(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountContext> {
  const ctx = await beginCountedCall(deps, request, reply);
  const { account } = ctx;
  if (!account) throw new AppError('NOT_SIGNED_IN');
  assertNotCrossSite(deps, request);
  return { ...ctx, account };
}

/**
 * Like `beginAccountCall`, but throws if the caller isn't staff who used a passkey in the last ten minutes, or
 * earlier in the session for an exempt route.
 */
export async function beginStaffCall(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<AccountContext> {
  const ctx = await createRequestContext(deps, request, reply, 'web');
  await deps.limits.takeAccountCall(ctx);
  assertNotCrossSite(deps, request);
  const isExempt = isPasskeyExempt(`${request.method} ${request.routeOptions.url}`);
  return requireStaff(ctx, { passkey: isExempt ? 'in-session' : 'fresh' });
}

export function readBody<T extends z.ZodType>(schema: T, request: FastifyRequest): z.output<T> {
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('INVALID_INPUT', { message: 'Please send JSON' });
  }
  return schema.parse(body);
}
