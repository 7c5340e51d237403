import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { isSecretRead } from '#server/app/http/secret-reads.shared.ts';

type Method = 'GET' | 'POST' | 'HEAD' | 'OPTIONS' | 'PUT' | 'DELETE' | 'PATCH';

interface Sent {
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent unchanged. Needs a content-type header. */
  payload?: string | Buffer;
}

export interface GraphQLAnswer {
  status: number;
  headers: LightMyRequestResponse['headers'];
  data: Record<string, unknown> | null | undefined;
  errors: Array<{ message: string; path?: string[]; extensions?: Record<string, unknown> }>;
}

/** Acts as a browser: keeps cookies and sends the CSRF token. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  setCookie({ name, value }: { name: string; value: string }): void {
    if (value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }

  async send(method: Method, url: string, { headers, body, payload }: Sent = {}) {
    const csrfToken = this.cookies.get('csrfToken');
    const response = await this.#app.inject({
      method,
      url,
      cookies: Object.fromEntries(this.cookies),
      headers: {
        ...(csrfToken ? { 'x-csrf-token': csrfToken } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      ...(payload === undefined ? {} : { payload }),
    });
    for (const cookie of response.cookies) this.setCookie(cookie);
    return response;
  }

  get(url: string, sent?: Sent) {
    return this.send('GET', url, sent);
  }

  post(url: string, body: unknown, sent?: Sent) {
    return this.send('POST', url, { ...sent, body });
  }

  /** Fetches the CSRF token, as the web app does before its first change. */
  async fetchCsrfToken(): Promise<this> {
    await this.get('/api/csrf');
    return this;
  }

  /** Calls a procedure over HTTP. */
  async trpc(kind: 'query' | 'mutation', path: string, input?: unknown, sent?: Sent) {
    const encoded = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const response =
      kind === 'query' && !isSecretRead(path)
        ? await this.get(`/trpc/${path}${encoded}`, sent)
        : await this.post(`/trpc/${path}`, input ?? {}, sent);
    const { result, error } = response.json();
    return { status: response.statusCode, headers: response.headers, data: result?.data, error };
  }

  async graphql(query: string, variables?: unknown, sent?: Sent): Promise<GraphQLAnswer> {
    const response = await this.post('/graphql', { query, variables }, sent);
    const { data, errors } = response.json();
    return { status: response.statusCode, headers: response.headers, data, errors: errors ?? [] };
  }
}
