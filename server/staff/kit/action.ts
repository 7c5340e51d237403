import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { AppError } from '../../lib/errors.ts';
import type { AccountContext } from '../../platform/context.ts';
import { hashJson } from '../../platform/hash-json.ts';
import type { StaffAuthor } from '../../platform/monitoring/audit.service.ts';
import { router } from '../../platform/trpc.ts';
import { actionPreview, actionResult, reason } from './action.schema.ts';
import { staffProcedure } from './procedure.ts';

const WRITES: ReadonlySet<string> = new Set([
  'InsertQueryNode',
  'UpdateQueryNode',
  'DeleteQueryNode',
  'MergeQueryNode',
]);

/**
 * Returns a handle to the same database that throws if a query inserts, updates, or deletes. Allows raw SQL.
 */
function toReadOnly(db: Db): Db {
  return db.withPlugin({
    transformQuery({ node }) {
      if (WRITES.has(node.kind)) throw new Error('This code may only read.');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

export interface ActionPlan<Result> {
  /** Sentences that say what will happen. */
  effects: string[];
  /** What must not have changed since the preview either, although the effects don't say it. */
  state?: unknown;
  /**
   * Carries the plan out. A service whose own rules wouldn't refuse a second identical action must check in
   * its transaction that nothing has changed since the plan was made.
   */
  perform(by: StaffAuthor): Promise<Result>;
  /** The sentence that reports the result. */
  done: string | ((result: Result) => string);
}

/**
 * Creates the two procedures of an action: `preview` describes its effects, and `perform` plans it again and
 * carries it out. `perform` throws CHANGED_SINCE if the plan isn't the one that was previewed. `preview` only
 * reads, but is a mutation, because a URL can't hold a long text. Both require a recent passkey unless
 * `PASSKEY_EXEMPTIONS` names the action.
 */
export function createAction<Values, Input, Result>(
  values: z.ZodType<Values, Input>,
  plan: (ctx: AccountContext, values: Values) => Promise<ActionPlan<Result>>,
  procedure = staffProcedure,
) {
  const identify = ({ effects, state }: ActionPlan<Result>) => hashJson([effects, state]);
  return router({
    preview: procedure
      .input(z.object({ values }))
      .output(actionPreview)
      .mutation(async ({ ctx, input }) => {
        const deps = { ...ctx.deps, db: toReadOnly(ctx.deps.db) };
        const planned = await plan({ ...ctx, deps }, input.values);
        return { effects: planned.effects, version: identify(planned) };
      }),
    perform: procedure
      .input(z.object({ values, reason, version: z.string().max(100) }))
      .output(actionResult)
      .mutation(async ({ ctx, input }) => {
        const planned = await plan(ctx, input.values);
        if (identify(planned) !== input.version) throw new AppError('CHANGED_SINCE');
        const result = await planned.perform({ actorId: ctx.account.id, reason: input.reason });
        return { message: typeof planned.done === 'string' ? planned.done : planned.done(result) };
      }),
  });
}
