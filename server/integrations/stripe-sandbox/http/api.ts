import { couponRoutes } from '../billing/coupons.ts';
import { invoiceRoutes } from '../billing/invoice-routes.ts';
import { productRoutes } from '../billing/products.ts';
import { subscriptionRoutes } from '../billing/subscription-routes.ts';
import { eventRoutes } from '../events/event-routes.ts';
import { takeFault } from '../events/faults.ts';
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
import { authenticateKey, withoutPrivateFields } from './api-keys.ts';
import { type ErrorBody, SandboxError } from './errors.ts';
import { toResponse } from './expand.ts';
import { parseForm } from './form.ts';
import { IdempotentResponses } from './idempotency.ts';
import { type Access, type Route, Router } from './route.ts';

export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  /** The form: a body, or a query. */
  readonly form: string;
  readonly authorization: string | undefined;
  readonly idempotencyKey: string | undefined;
}

export interface ApiAnswer {
  readonly status: number;
  readonly body: string;
  readonly requestId: string;
  readonly replayed: boolean;
  /** The answer is held back for so long, or never arrives. */
  readonly delay: number;
  readonly lost: boolean;
  /** To be called when the answer has gone out: until then its idempotency key is in use. */
  readonly done: () => void;
}

const router = new Router([
  ...tokenRoutes,
  ...paymentMethodRoutes,
  ...customerRoutes,
  ...productRoutes,
  ...couponRoutes,
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

/** Stripe's REST: one request, worked off in one go and written to disk before it is answered. */
export function serve(world: World, request: ApiRequest): ApiAnswer {
  const requestId = newId('req', 14);
  const name = `${request.method} ${request.path}`;
  const plain = { requestId, replayed: false, delay: 0, lost: false, done: () => {} };
  try {
    const { route, ids, access } = locate(request);
    const key = request.method === 'POST' ? request.idempotencyKey : undefined;
    const form = parseForm(request.form);
    const fingerprint = IdempotentResponses.fingerprint(
      request.method,
      request.path,
      canonical(request.form),
    );
    const known = key === undefined ? undefined : world.answers.look(key, fingerprint, world.now());
    const weather = {
      delay: takeFault(world, 'delay', name)?.milliseconds ?? 0,
      lost: takeFault(world, 'lose', name) !== undefined,
    };
    if (known !== undefined) {
      world.commit();
      return { ...plain, ...weather, status: known.status, body: world.read(known.ref), replayed: true };
    }
    if (takeFault(world, 'error-before', name) !== undefined) throw outage();
    const spoil = takeFault(world, 'error-after', name) !== undefined;
    if (key !== undefined) world.answers.start(key, fingerprint);
    world.begin({ requestId, idempotencyKey: key ?? null });
    const done = () => (key === undefined ? undefined : world.answers.end(key));
    try {
      const result = run(world, route, { ids, form, access }, spoil);
      const entry = { key: key ?? '', fingerprint, status: result.status, at: world.now() };
      world.commit(key !== undefined && result.remember ? { entry, body: result.body } : undefined);
      return { ...plain, ...weather, status: result.status, body: result.body, done };
    } catch (error) {
      done();
      throw error;
    }
  } catch (error) {
    world.rollback();
    const result = resultOf(error);
    world.commit();
    return { ...plain, status: result.status, body: result.body };
  }
}

function locate(request: ApiRequest): { route: Route; ids: string[]; access: Access } {
  const access = authenticateKey(request.authorization);
  const found = router.find(request.method, request.path);
  if (found === undefined) {
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${request.method}: ${request.path}). The sandbox does not serve it.`,
    });
  }
  if (access === 'publishable' && found.route.browser !== true) throw secretKeyRequired();
  return { ...found, access };
}

function run(
  world: World,
  route: Route,
  call: { ids: string[]; form: ReturnType<typeof parseForm>; access: Access },
  spoil: boolean,
): Result {
  try {
    const value = route.handle({ world, ...call });
    const answer = toResponse(world.store, value, expansions(call.form));
    if (spoil) return resultOf(outage());
    const shown = call.access === 'publishable' ? withoutPrivateFields(answer) : answer;
    return { status: 200, body: JSON.stringify(shown), remember: true };
  } catch (error) {
    if (!(error instanceof SandboxError) || !error.keep) world.rollback();
    return resultOf(error);
  }
}

function resultOf(error: unknown): Result {
  if (error instanceof SandboxError) {
    return { status: error.status, body: errorText(error.body), remember: error.remember };
  }
  console.error('sandbox:', error);
  return resultOf(outage());
}

function errorText(error: ErrorBody): string {
  return JSON.stringify({ error });
}

function outage(): SandboxError {
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

function expansions(form: ReturnType<typeof parseForm>): string[] {
  const { expand } = form;
  return Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : [];
}

/** Two requests are the same when their parameters are, in whatever order. */
function canonical(form: string): string {
  const pairs = new URLSearchParams(form);
  pairs.sort();
  return pairs.toString();
}
