import { z } from 'zod';
import type { Context } from '#server/context.ts';
import type { Caller } from '../caller.ts';

interface Row<Args, Result> {
  /** As the contract writes it; the camelCase spelling comes by itself (DESIGN D4). */
  name: string;
  kind: 'query' | 'mutation';
  /** The contract's arguments in the form that the procedure takes. */
  args?: z.ZodType<Args>;
  call: (caller: Caller, args: Args, ctx: Context) => Promise<Result>;
  /** The procedure's answer in the contract's words: dates as ISO strings, money as the field says. */
  present: (result: Result) => unknown;
}

export interface Operation {
  name: string;
  kind: Row<never, never>['kind'];
  answer(caller: Caller, args: unknown, ctx: Context): Promise<unknown>;
}

/** One name of the contract, served by one procedure. */
export function operation<Args, Result>({ name, kind, args, call, present }: Row<Args, Result>): Operation {
  const readArgs = args ?? z.custom<Args>();
  return {
    name,
    kind,
    answer: async (caller, given, ctx) => present(await call(caller, readArgs.parse(given), ctx)),
  };
}

/** A nullable text: what is left out reaches the procedure as nothing typed, and gets its message from there. */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

/** Arguments without those that are null or empty: to older clients the same as leaving a field out. */
export function withoutBlanks(args: unknown): Record<string, unknown> {
  const entries = Object.entries(z.record(z.string(), z.unknown()).parse(args));
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== ''));
}

/** Checks arguments against the procedure's own schema and passes them on unparsed: the procedure parses them. */
export function inputOf<Schema extends z.ZodType>(schema: Schema) {
  return z.custom<z.input<Schema>>().check(({ value, issues }) => {
    for (const { path, message } of schema.safeParse(value).error?.issues ?? []) {
      issues.push({ code: 'custom', input: value, path, message });
    }
  });
}
