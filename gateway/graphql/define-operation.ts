import { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import type { Caller } from '../caller.ts';

interface OperationDefinition<Args, Result> {
  /** The field's name in the contract. `schema.ts` adds the camelCase form. */
  name: string;
  kind: 'query' | 'mutation';
  /** Converts the GraphQL arguments to the procedure's input. */
  args?: z.ZodType<Args>;
  call: (caller: Caller, args: Args, ctx: Context) => Promise<Result>;
  /** Converts the procedure's output to GraphQL fields, for example dates to ISO strings. */
  present: (result: Result) => unknown;
}

export interface Operation {
  name: string;
  kind: OperationDefinition<never, never>['kind'];
  resolve(caller: Caller, args: unknown, ctx: Context): Promise<unknown>;
}

/** Defines a root field of the GraphQL contract that calls a procedure. */
export function operation<Args, Result>({
  name,
  kind,
  args,
  call,
  present,
}: OperationDefinition<Args, Result>): Operation {
  const argsSchema = args ?? z.custom<Args>();
  return {
    name,
    kind,
    resolve: async (caller, rawArgs, ctx) => present(await call(caller, argsSchema.parse(rawArgs), ctx)),
  };
}

/**
 * An optional text argument. A missing one becomes '', so that the procedure can reject it with its own
 * message.
 */
export const text = z
  .string()
  .nullish()
  .transform((value) => value ?? '');

const argumentRecord = z.record(z.string(), z.unknown());

/** Removes null and empty arguments, which older clients send for fields left blank. */
export function withoutBlanks(args: unknown): Record<string, unknown> {
  const entries = Object.entries(argumentRecord.parse(args));
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== ''));
}

/**
 * Passes the arguments through unvalidated: the procedure validates them after its rate limit and permission
 * checks.
 */
export function inputOf<Schema extends z.ZodType>() {
  return z.custom<z.input<Schema>>();
}
