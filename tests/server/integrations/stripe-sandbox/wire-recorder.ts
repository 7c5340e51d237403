import type { Check } from './sdk-schemas.ts';
import { OBJECTS, REQUESTS } from './sdk-schemas.ts';

/** Records payloads and how they differ from the SDK's types. */
export class WireRecorder {
  readonly objects = new Set<string>();
  readonly requests = new Set<string>();
  readonly events = new Set<string>();
  readonly faults: string[] = [];
  readonly #check: Check;

  constructor(check: Check) {
    this.#check = check;
  }

  request(method: string, path: string, body: unknown): void {
    const [pathname = '', query = ''] = path.split('?');
    const name = `${method} ${pathname}`;
    const route = Object.entries(REQUESTS).find(([pattern]) => fits(pattern, name));
    if (route === undefined) return;
    this.requests.add(route[0]);
    this.#note(`${name} (request)`, route[1], isRecord(body) ? body : parseForm(query));
  }

  response(path: string, status: number, body: unknown): void {
    if (status !== 200) return;
    for (const value of listValues(body)) this.#object(path, value);
  }

  event(body: unknown): void {
    if (!isRecord(body) || !isRecord(body.data)) {
      this.faults.push(`webhook: ${JSON.stringify(body)}`);
      return;
    }
    this.events.add(String(body.type));
    this.#note(`webhook ${body.type}`, OBJECTS.event, { ...body, data: { object: {} } });
    this.#object(`webhook ${body.type}`, body.data.object);
  }

  #object(location: string, value: unknown): void {
    if (!isRecord(value)) {
      this.faults.push(`${location}: ${JSON.stringify(value)}`);
      return;
    }
    if (value.deleted === true) return;
    if (value.object === 'event') {
      this.event(value);
      return;
    }
    const name = String(value.object);
    const type = Object.entries(OBJECTS).find(([object]) => object === name)?.[1];
    if (type === undefined) {
      this.faults.push(`${location}: unknown object type '${name}'`);
      return;
    }
    this.objects.add(name);
    this.#note(location, type, value);
  }

  #note(location: string, type: string, value: unknown): void {
    const fault = this.#check(type, value);
    if (fault !== null) this.faults.push(`${location}: ${fault}`);
  }
}

function fits(pattern: string, name: string): boolean {
  return new RegExp(`^${pattern.replaceAll('/', '\\/').replaceAll(':id', '(?!search$)[^/]+')}$`).test(name);
}

function listValues(body: unknown): unknown[] {
  if (!isRecord(body)) return [body];
  const isList = body.object === 'list' || body.object === 'search_result';
  return isList && Array.isArray(body.data) ? body.data : [body];
}

/** Parses a query such as `expand[0]=data.payments` back to the parameters that the caller passed. */
function parseForm(form: string): unknown {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(form)) {
    const path = name.replaceAll(']', '').split('[');
    let branch = root;
    for (const step of path.slice(0, -1)) {
      const existingBranch = branch[step];
      const nextBranch: Record<string, unknown> = isRecord(existingBranch) ? existingBranch : {};
      branch[step] = nextBranch;
      branch = nextBranch;
    }
    branch[path.at(-1) ?? ''] = name === 'limit' ? Number(value) : value;
  }
  return listsIn(root);
}

function listsIn(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const list = entries.length > 0 && entries.every(([key]) => /^\d*$/.test(key));
  return list
    ? entries.map(([, inner]) => listsIn(inner))
    : Object.fromEntries(entries.map(([key, inner]) => [key, listsIn(inner)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
