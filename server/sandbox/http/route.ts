import type { World } from '../state/world.ts';
import type { Form } from './form.ts';

/** Servers use a secret key, browsers a publishable one. */
export type Access = 'secret' | 'publishable';

export interface Call {
  readonly world: World;
  /** The values of the path's parameters, in order. */
  readonly ids: readonly string[];
  readonly form: Form;
  readonly access: Access;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** For example, `/v1/customers/:id`. */
  readonly path: string;
  readonly allowsPublishableKey?: true;
  readonly handle: (call: Call) => object;
}

export function getPathId(call: Call, n = 0): string {
  return call.ids[n] ?? '';
}

export class Router {
  readonly #routes: readonly { route: Route; steps: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((route) => ({ route, steps: route.path.split('/') }));
  }

  find(method: string, path: string): { route: Route; ids: string[] } | undefined {
    const segments = path.split('/');
    for (const { route, steps } of this.#routes) {
      if (route.method !== method || steps.length !== segments.length) continue;
      const ids: string[] = [];
      const matches = steps.every((step, n) => {
        const segment = segments[n] ?? '';
        if (!step.startsWith(':')) return step === segment;
        ids.push(decodeURIComponent(segment));
        return segment !== '';
      });
      if (matches) return { route, ids };
    }
    return undefined;
  }
}
