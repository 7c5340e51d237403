import { invalidParam } from './errors.ts';

/**
 * Form data in the nested shape that Stripe reads from it: `items[0][price]=x` becomes `{ items: [{ price:
 * 'x' }] }`.
 */
export type FormValue = string | FormValue[] | { [key: string]: FormValue };
export type Form = { [key: string]: FormValue };

interface Branch {
  [key: string]: string | Branch;
}

export function parseForm(text: string): Form {
  const root: Branch = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) insert(root, splitName(name), value, name);
  const form: Form = {};
  for (const [key, value] of Object.entries(root)) form[key] = toFormValue(value);
  return form;
}

function splitName(name: string): string[] {
  const head = name.indexOf('[');
  if (head < 0) return [name];
  const rest = name.slice(head);
  if (!/^(\[[^[\]]*\])+$/.test(rest)) throw invalidParam(name, `Invalid parameter name: ${name}`);
  return [name.slice(0, head), ...rest.slice(1, -1).split('][')];
}

function insert(root: Branch, path: string[], value: string, name: string): void {
  let branch = root;
  for (const [depth, step] of path.entries()) {
    const key = step === '' ? String(Object.keys(branch).length) : step;
    if (key === '__proto__') throw invalidParam(name, `Invalid parameter name: ${name}`);
    if (depth === path.length - 1) {
      branch[key] = value;
      return;
    }
    const next = branch[key];
    if (typeof next === 'string') throw invalidParam(name, `Invalid hash: ${name}`);
    if (next === undefined) {
      const created: Branch = Object.create(null);
      branch[key] = created;
      branch = created;
    } else branch = next;
  }
}

/** A branch whose keys are all numbers is a list. */
function toFormValue(value: string | Branch): FormValue {
  if (typeof value === 'string') return value;
  const keys = Object.keys(value);
  if (keys.length > 0 && keys.every((key) => /^\d+$/.test(key))) {
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => toFormValue(value[key] ?? ''));
  }
  const form: Form = {};
  for (const key of keys) form[key] = toFormValue(value[key] ?? '');
  return form;
}
