import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { AccountContext } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { router, type staffProcedure } from '../../trpc.ts';
import { type ActionPreview, actionPreview, actionResult, reason } from './action.schema.ts';

/** Who does it, and why. Services write both to the audit log, in the transaction of the change. */
export interface StaffAction {
  actorId: string;
  reason: string;
}

interface Preview {
  /** What will happen, in sentences. */
  effects: string[];
  /** Everything that the effects depend on. If it has changed since the preview, the action is refused. */
  state: unknown;
}

interface ActionDefinition<Values, Input> {
  input: z.ZodType<Values, Input>;
  preview(ctx: AccountContext, values: Values): Promise<Preview>;
  /** Returns the sentence that reports the result. */
  perform(ctx: AccountContext, values: Values, by: StaffAction): Promise<string>;
}

/**
 * Creates the two procedures of an action: `preview` describes its effect, and `perform` carries it out.
 * `perform` throws CHANGED_SINCE if the state isn't the one that was previewed.
 */
export function createAction<Values, Input>(
  procedure: typeof staffProcedure,
  definition: ActionDefinition<Values, Input>,
) {
  return router({
    preview: previewProcedure(procedure, definition).query(({ ctx, input: { values } }) =>
      describeEffects(definition, ctx, values),
    ),
    perform: performProcedure(procedure, definition),
  });
}

/** Like `createAction`, for values that are too long for an address, such as a file: `preview` is a mutation. */
export function createFileAction<Values, Input>(
  procedure: typeof staffProcedure,
  definition: ActionDefinition<Values, Input>,
) {
  return router({
    preview: previewProcedure(procedure, definition).mutation(({ ctx, input: { values } }) =>
      describeEffects(definition, ctx, values),
    ),
    perform: performProcedure(procedure, definition),
  });
}

function previewProcedure<Values, Input>(
  procedure: typeof staffProcedure,
  { input }: ActionDefinition<Values, Input>,
) {
  return procedure.input(z.object({ values: input })).output(actionPreview);
}

async function describeEffects<Values, Input>(
  { preview }: ActionDefinition<Values, Input>,
  ctx: AccountContext,
  values: Values,
): Promise<ActionPreview> {
  const { effects, state } = await preview(ctx, values);
  return { effects, version: computeVersion(state) };
}

function performProcedure<Values, Input>(
  procedure: typeof staffProcedure,
  { input, preview, perform }: ActionDefinition<Values, Input>,
) {
  return procedure
    .input(z.object({ values: input, reason, version: z.string().max(100) }))
    .output(actionResult)
    .mutation(async ({ ctx, input: sent }) => {
      const { state } = await preview(ctx, sent.values);
      if (computeVersion(state) !== sent.version) throw new AppError('CHANGED_SINCE');
      const by = { actorId: ctx.account.id, reason: sent.reason };
      return { message: await perform(ctx, sent.values, by) };
    });
}

/** Identifies a state of JSON values. */
export function computeVersion(state: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(state ?? null))
    .digest('base64url');
}
