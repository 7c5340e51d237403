import { z } from 'zod';
import { couponRoutes } from '../billing/coupons.ts';
import { invoiceRoutes } from '../billing/invoice-routes.ts';
import { productRoutes } from '../billing/products.ts';
import { subscriptionRoutes } from '../billing/subscription-routes.ts';
import { takeFault } from '../events/faults.ts';
import { balanceTransactionRoutes } from '../payments/balance-transactions.ts';
import { chargeRoutes } from '../payments/charges.ts';
import { customerRoutes } from '../payments/customers.ts';
import { disputeRoutes } from '../payments/disputes.ts';
import { paymentIntentRoutes } from '../payments/payment-intent-routes.ts';
import { paymentMethodRoutes } from '../payments/payment-methods.ts';
import { refundRoutes } from '../payments/refunds.ts';
import { setupIntentRoutes } from '../payments/setup-intents.ts';
import { tokenRoutes } from '../payments/tokens.ts';
import { newId } from '../state/ids.ts';
import type { World } from '../state/world.ts';
import { type ErrorBody, resourceMissing, SandboxError } from './errors.ts';
import { toResponse } from './expand.ts';
import { parseForm } from './form.ts';
import { IdempotentResponses } from './idempotency.ts';
import type { JsonObject } from './json.ts';
import { type List, page, paginate } from './lists.ts';
import { expand, read, text } from './params.ts';
import { type Access, getPathId, type Route, Router } from './route.ts';

const listParams = z.strictObject({
  ...page,
  types: z.array(text).optional(),
  expand: expand.optional(),
});

function readEvent(world: World, id: string): object {
  const storedEvent = world.events.find(id);
  if (storedEvent === undefined) throw resourceMissing('event', id);
  const event: object = JSON.parse(world.read(storedEvent.ref));
  return { ...event, pending_webhooks: world.events.undelivered.has(id) ? 1 : 0 };
}

const eventRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/events',
    handle: ({ world, form }): List<object> => {
      const params = read(listParams, form);
      const entries = world.events
        .list()
        .map(({ entry }) => entry)
        .filter(({ type }) => params.types?.includes(type) ?? true);
      const eventPage = paginate(entries, params, '/v1/events');
      return { ...eventPage, data: eventPage.data.map(({ id }) => readEvent(world, id)) };
    },
  },
  { method: 'GET', path: '/v1/events/:id', handle: (call) => readEvent(call.world, getPathId(call)) },
];

function authenticateKey(authorization: string | undefined): Access {
  const key = parseBearerToken(authorization);
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (/^(sk|rk)_test_\w+$/.test(key)) return 'secret';
  if (/^pk_test_\w+$/.test(key)) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
}

function parseBearerToken(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : undefined;
}

function unauthorized(message: string): SandboxError {
  return new SandboxError(401, { type: 'invalid_request_error', message });
}

const PRIVATE_FIELDS = ['metadata', 'customer', 'latest_charge', 'receipt_email', 'application'];

/** Removes the fields that Stripe hides from callers with a publishable key. */
function removePrivateFields(response: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(response).filter(([field]) => !PRIVATE_FIELDS.includes(field)));
}

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** The form-encoded body or query string. */
  readonly form: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface ApiResponse {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly replayed: boolean;
  readonly delayMs: number;
  /** True if the connection must be closed without a response. */
  readonly isLost: boolean;
  /** Call this after the response is sent. Until then, the idempotency key counts as in use. */
  readonly releaseKey: () => void;
}

const router = new Router([
  ...tokenRoutes,
  ...paymentMethodRoutes,
  ...customerRoutes,
  ...productRoutes,
  ...couponRoutes,
  ...balanceTransactionRoutes,
  ...chargeRoutes,
  ...paymentIntentRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...invoiceRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...eventRoutes,
]);

interface Result {
  readonly status: number;
  readonly body: string;
  readonly remember: boolean;
}

/** Writes all changes to disk before it returns, because a crash after the response must not lose them. */
export function serve(world: World, request: ApiRequest): ApiResponse {
  const requestId = newId('req', 14);
  const name = `${request.method} ${request.path}`;
  const defaults = { requestId, replayed: false, delayMs: 0, isLost: false, releaseKey: () => {} };
  try {
    const { route, ids, access } = matchRoute(request);
    const key = request.method === 'POST' ? request.idempotencyKey : undefined;
    const form = parseForm(request.form);
    const fingerprint = IdempotentResponses.fingerprint(
      request.method,
      request.path,
      sortParams(request.form),
    );
    const storedResponse =
      key === undefined ? undefined : world.responses.find(key, fingerprint, world.now());
    const faults = {
      delayMs: takeFault(world, 'delay', name)?.milliseconds ?? 0,
      isLost: takeFault(world, 'lose', name) !== undefined,
    };
    if (storedResponse !== undefined) {
      world.commit();
      return {
        ...defaults,
        ...faults,
        status: storedResponse.status,
        body: world.read(storedResponse.ref),
        replayed: true,
      };
    }
    if (takeFault(world, 'error-before', name) !== undefined) throw serverError();
    const failsAfterward = takeFault(world, 'error-after', name) !== undefined;
    if (key !== undefined) world.responses.start(key, fingerprint);
    world.beginRequest({ requestId, idempotencyKey: key ?? null });
    const releaseKey = () => (key === undefined ? undefined : world.responses.end(key));
    try {
      const result = runRoute(world, route, { ids, form, access }, failsAfterward);
      const entry = { key: key ?? '', fingerprint, status: result.status, at: world.now() };
      world.commit(key !== undefined && result.remember ? { entry, body: result.body } : undefined);
      return { ...defaults, ...faults, status: result.status, body: result.body, releaseKey };
    } catch (error) {
      releaseKey();
      throw error;
    }
  } catch (error) {
    world.rollback();
    const result = toErrorResult(error);
    world.commit();
    return { ...defaults, status: result.status, body: result.body };
  }
}

function matchRoute(request: ApiRequest): { route: Route; ids: string[]; access: Access } {
  const access = authenticateKey(request.authorization);
  const match = router.find(request.method, request.path);
  if (match === undefined) {
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.path}). The sandbox does not serve it.`,
    });
  }
  if (access === 'publishable' && match.route.allowsPublishableKey !== true) throw secretKeyRequired();
  return { ...match, access };
}

function runRoute(
  world: World,
  route: Route,
  call: { ids: string[]; form: ReturnType<typeof parseForm>; access: Access },
  failsAfterward: boolean,
): Result {
  try {
    // One time for the whole request: a discount must start with the period that it discounts.
    const value = world.clock.at(world.now(), () => route.handle({ world, ...call }));
    const expanded = toResponse(world.store, value, readExpansions(call.form));
    if (failsAfterward) return toErrorResult(serverError());
    const visibleFields = call.access === 'publishable' ? removePrivateFields(expanded) : expanded;
    return { status: 200, body: JSON.stringify(visibleFields), remember: true };
  } catch (error) {
    if (!(error instanceof SandboxError) || !error.keep) world.rollback();
    return toErrorResult(error);
  }
}

function toErrorResult(error: unknown): Result {
  if (error instanceof SandboxError) {
    return { status: error.status, body: formatError(error.body), remember: error.remember };
  }
  console.error('sandbox:', error);
  return toErrorResult(serverError());
}

function formatError(error: ErrorBody): string {
  return JSON.stringify({ error });
}

function serverError(): SandboxError {
  return new SandboxError(500, {
    type: 'api_error',
    message: 'An unknown error occurred on our side. We have been notified of the problem.',
  });
}

function secretKeyRequired(): SandboxError {
  return new SandboxError(401, {
    type: 'invalid_request_error',
    code: 'secret_key_required',
    message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
  });
}

function readExpansions(form: ReturnType<typeof parseForm>): string[] {
  const { expand } = form;
  return Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : [];
}

/** Sorts the parameters, because two requests that differ only in their order count as the same. */
function sortParams(form: string): string {
  const sortedParams = new URLSearchParams(form);
  sortedParams.sort();
  return sortedParams.toString();
}
