import { z } from 'zod';
import { appRouter } from '#server/app/router.ts';

const definition = z.looseObject({ _def: z.looseObject({ inputs: z.array(z.instanceof(z.ZodType)) }) });

/** Finds the input schema of a procedure, such as 'query catalog.plans'. Undefined for other entry points. */
export function findInputSchema(entryPoint: string): z.ZodType | undefined {
  const [, path = ''] = entryPoint.split(' ');
  const procedure: unknown = Object.entries(appRouter._def.procedures).find(([name]) => name === path)?.[1];
  const isProcedure = typeof procedure === 'function' && '_def' in procedure;
  return isProcedure ? definition.safeParse({ _def: procedure._def }).data?._def.inputs[0] : undefined;
}

export const toJsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
