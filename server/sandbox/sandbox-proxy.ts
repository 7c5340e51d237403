import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export interface SandboxProxyOptions {
  readonly sandboxUrl: string;
}

const PUBLISHABLE_KEY = 'pk_test_sandbox';
const TIMEOUT_MS = 20_000;
const ID = '[A-Za-z0-9_]+';
const BROWSER_CALLS = new RegExp(
  `^(tokens|payment_methods|3ds2/authenticate|(payment|setup)_intents/${ID}(/confirm)?)$`,
);

/**
 * Forwards the calls that Stripe.js would make from the browser to Stripe, such as creating tokens and
 * confirming intents. Returns 404 for any other call, and 502 if the sandbox doesn't respond.
 */
export async function sandboxProxy(app: FastifyInstance, { sandboxUrl }: SandboxProxyOptions): Promise<void> {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'POST'],
    url: '/sandbox/v1/*',
    config: { withoutCsrf: true },
    handler: async (request, reply) => {
      const path = request.params['*'];
      if (!BROWSER_CALLS.test(path)) return reply.code(404).send(apiError('Unrecognized request URL.'));
      return forward(request, reply, `${sandboxUrl}/v1/${path}`);
    },
  });
}

async function forward(request: FastifyRequest, reply: FastifyReply, url: string): Promise<FastifyReply> {
  const form = toForm(request.method === 'GET' ? request.query : request.body);
  if (!form) return reply.code(400).send(apiError('The parameters are nested too deeply.'));
  try {
    const response = await fetch(request.method === 'GET' ? `${url}?${form}` : url, {
      method: request.method,
      headers: {
        authorization: `Bearer ${PUBLISHABLE_KEY}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(request.method === 'GET' ? {} : { body: form.toString() }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await response.text();
    return reply
      .code(response.status)
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(body);
  } catch (error) {
    request.log.warn({ err: error }, 'the sandbox payment provider does not respond');
    return reply.code(502).send(apiError('The payment provider could not be reached.'));
  }
}

const MAX_DEPTH = 10;

/**
 * Converts JSON to a form, because our server accepts only JSON and Stripe accepts only forms. For example,
 * `{ card: { number } }` becomes `card[number]`. Returns null if the value is nested too deeply.
 */
function toForm(value: unknown): URLSearchParams | null {
  const form = new URLSearchParams();
  let isTooDeep = false;
  const add = (name: string, fieldValue: unknown, depth: number): void => {
    if (depth > MAX_DEPTH) isTooDeep = true;
    else if (typeof fieldValue === 'object' && fieldValue !== null) {
      for (const [key, inner] of Object.entries(fieldValue))
        add(name === '' ? key : `${name}[${key}]`, inner, depth + 1);
    } else if (fieldValue !== undefined && fieldValue !== null && name !== '')
      form.append(name, String(fieldValue));
  };
  add('', value, 0);
  return isTooDeep ? null : form;
}

function apiError(message: string): { error: { type: 'api_error'; message: string } } {
  return { error: { type: 'api_error', message } };
}
