// An existing client: fetch and a cookie jar. It depends only on the public contract, so this file imports
// nothing.

export interface LegacyResponse {
  status: number;
  headers: Headers;
  text: string;
}

export interface LegacyError {
  message: string;
  fields: unknown;
}

export interface LegacyResult {
  data: Record<string, unknown>;
  errors: LegacyError[];
}

export function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

let clientCount = 0;

/** A client with its own IP address. */
export class LegacyClient {
  readonly #base: string;
  readonly #cookies = new Map<string, string>();
  readonly #address: string;
  #bearer: string | undefined;

  constructor(base: string) {
    this.#base = base;
    clientCount += 1;
    this.#address = `198.51.100.${clientCount % 250}`;
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<LegacyResponse> {
    const csrf = this.#cookies.get('csrfToken');
    const response = await fetch(`${this.#base}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        'x-forwarded-for': this.#address,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(csrf ? { 'x-csrf-token': csrf } : {}),
        ...(this.#bearer ? { authorization: `Bearer ${this.#bearer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    // `fetch` would follow the redirect without the cookies that it sets.
    const target = response.status === 302 ? response.headers.get('location') : null;
    if (target !== null) return this.send('GET', target);
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  #keep(cookie: string): void {
    const [pair = '', ...attributes] = cookie.split(';');
    const [name = '', ...value] = pair.split('=');
    const isExpired = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute));
    if (isExpired || value.join('=') === '') this.#cookies.delete(name);
    else this.#cookies.set(name, value.join('='));
  }

  async json(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    const { text } = await this.send(method, path, body);
    return record(JSON.parse(text));
  }

  async csrfToken(): Promise<string> {
    return String((await this.json('GET', '/api/csrf')).csrfToken);
  }

  /** Exchanges email and password for an idToken, and the idToken for a session. */
  async signIn(email: string, password: string): Promise<this> {
    const csrfToken = await this.csrfToken();
    const { idToken } = await this.json('POST', '/api/identity/signIn', { email, password });
    const login = await this.send('POST', '/api/sessionLogin', { idToken, csrfToken });
    if (login.status !== 200) throw new Error(`No session: ${login.status} ${login.text}`);
    return this;
  }

  carry(bearer: string): this {
    this.#bearer = bearer;
    return this;
  }

  cookieNames(): string[] {
    return [...this.#cookies.keys()];
  }

  async graphql(query: string, variables: Record<string, unknown>): Promise<LegacyResult> {
    const { data, errors } = await this.json('POST', '/graphql', { query, variables });
    const list = Array.isArray(errors) ? errors.map(record) : [];
    return {
      data: record(data),
      errors: list.map(({ message, extensions }) => ({
        message: String(message),
        fields: record(extensions).fieldErrors,
      })),
    };
  }

  /** Calls a procedure as the web app does. */
  async procedure(kind: 'query' | 'mutation', path: string, input?: unknown): Promise<ProcedureResult> {
    const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
    const { result, error } =
      kind === 'query'
        ? await this.json('GET', `/trpc/${path}${query}`)
        : await this.json('POST', `/trpc/${path}`, input ?? {});
    const { message, data } = record(error);
    return {
      data: record(result).data,
      error: error ? { message: String(message), fields: record(data).fieldErrors } : null,
    };
  }

  /** Calls a procedure that must succeed and return an object. */
  async answerOf(
    kind: 'query' | 'mutation',
    path: string,
    input?: unknown,
  ): Promise<Record<string, unknown>> {
    const { data, error } = await this.procedure(kind, path, input);
    if (error) throw new Error(`${path}: ${error.message}`);
    return record(data);
  }
}

export interface ProcedureResult {
  data: unknown;
  error: LegacyError | null;
}

export function toRecords(value: unknown): Array<Record<string, unknown>> {
  return Array.isArray(value) ? value.map(record) : [];
}
