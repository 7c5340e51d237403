import { z } from 'zod';
import { invalidParam } from './errors.ts';
import type { Form } from './form.ts';

/** All form values are strings, so these schemas convert them. */
export const text = z.string().min(1).max(5000);
export const integer = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'Invalid integer');
export const amount = integer.refine((value) => value >= 0, 'This value must be greater than or equal to 0.');
export const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'Invalid decimal')
  .transform(Number);
export const flag = z.enum(['true', 'false'], 'Invalid boolean').transform((value) => value === 'true');
export const cleared = z.literal('').transform(() => null);
export const currency = z
  .string()
  .regex(/^[A-Za-z]{3}$/, 'Invalid currency')
  .transform((value) => value.toLowerCase());

/** An empty value deletes its key. An empty string in place of the object deletes all metadata. */
export const metadata = z.union([
  z.record(z.string().max(40, 'Metadata keys can be at most 40 characters'), z.string().max(500)),
  z.literal(''),
]);
export type MetadataChange = z.output<typeof metadata>;

export const expand = z.array(text).max(20);
export const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
});

export function applyMetadata(
  old: Record<string, string>,
  change: MetadataChange | undefined,
): Record<string, string> {
  if (change === undefined) return old;
  if (change === '') return {};
  const mergedMetadata = { ...old };
  for (const [key, value] of Object.entries(change)) {
    if (value === '') delete mergedMetadata[key];
    else mergedMetadata[key] = value;
  }
  return mergedMetadata;
}

export interface PostalAddress {
  city: string | null;
  country: string | null;
  line1: string | null;
  line2: string | null;
  postal_code: string | null;
  state: string | null;
}

export function toPostalAddress(input: z.output<typeof address>): PostalAddress {
  return {
    city: input.city ?? null,
    country: input.country ?? null,
    line1: input.line1 ?? null,
    line2: input.line2 ?? null,
    postal_code: input.postal_code ?? null,
    state: input.state ?? null,
  };
}

/** Throws the first validation problem as Stripe's error. */
export function read<S extends z.ZodType>(schema: S, form: Form): z.output<S> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  throw toStripeError(result.error.issues, form);
}

function toStripeError(issues: readonly z.core.$ZodIssue[], form: Form): Error {
  const issue = issues[0];
  if (issue === undefined) return invalidParam('', 'Invalid request.');
  const param = formatParamPath(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = formatParamPath([...issue.path, issue.keys[0] ?? '']);
    return invalidParam(unknown, `Received unknown parameter: ${unknown}`, 'parameter_unknown');
  }
  if (issue.code === 'invalid_type' && getValueAt(form, issue.path) === undefined) {
    return invalidParam(param, `Missing required param: ${param}.`, 'parameter_missing');
  }
  return invalidParam(param, `Invalid ${param}: ${issue.message}`);
}

function formatParamPath(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((step) => `[${step}]`).join('');
}

function getValueAt(form: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = form;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, step);
  }
  return value;
}
