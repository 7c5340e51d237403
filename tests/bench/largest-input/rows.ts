import type { FastifyInstance } from 'fastify';
import { listEntryPoints } from '#tests/gateway/access/entry-points.ts';
import { type Call, type Row, staffRow } from '#tests/gateway/access/row.ts';
import { TABLE } from '#tests/gateway/access/table.ts';
import { makeValue } from './add-fields.ts';
import { findInputSchema, toJsonSchema } from './schemas.ts';

/** Calls of routes that the access table doesn't have. */
const ROUTE_CALLS: Record<string, Call> = {
  'GET /api/staff/lists/:list.csv': { url: '/api/staff/lists/members.csv' },
};

/**
 * Returns a row for every entry point: from the access table or, for a procedure of the console that isn't in
 * it, with an input made from the procedure's schema. Throws for any other entry point.
 */
export function listRows(app: FastifyInstance): Row[] {
  return listEntryPoints(app).map((entryPoint) => {
    const row = TABLE.find((candidate) => candidate.entryPoint === entryPoint);
    if (row) return row;
    const call = ROUTE_CALLS[entryPoint] ?? makeCall(entryPoint);
    if (!call) throw new Error(`No call is known for ${entryPoint}`);
    return staffRow(entryPoint, () => call);
  });
}

function makeCall(entryPoint: string): Call | undefined {
  if (!/^(query|mutation) staff\./.test(entryPoint)) return undefined;
  const schema = findInputSchema(entryPoint);
  return schema ? { input: makeValue(toJsonSchema(schema)) } : {};
}
