import { type AnyTRPCProcedure, type AnyTRPCRouter, TRPCError } from '@trpc/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isSecretRead } from './secret-reads.shared.ts';

export const MAX_BATCH_SIZE = 20;

export const procedureParams = z.object({ path: z.string() });

/** True if a request with this method may call the procedure. */
export function acceptsMethod(path: string, { _def: { type } }: AnyTRPCProcedure, method: string): boolean {
  if (type === 'query') return method === (isSecretRead(path) ? 'POST' : 'GET');
  return type === 'mutation' && method === 'POST';
}

/** True if the POST only reads. The path may name several procedures, separated by commas. */
export function isSecretReadRequest(request: FastifyRequest): boolean {
  return request.method === 'POST' && readPath(request).split(',').every(isSecretRead);
}

/** Decodes the path like tRPC's adapter, which decodes what Fastify has decoded already. */
const readPath = ({ params }: FastifyRequest) => decodeURIComponent(procedureParams.parse(params).path);

export interface ProcedureCall {
  path: string;
  procedure: AnyTRPCProcedure | undefined;
  readInput(): Promise<unknown>;
}

export interface ProcedureRequest {
  isBatch: boolean;
  kind: 'query' | 'mutation';
  calls: readonly ProcedureCall[];
}

/**
 * Returns the calls of a request as our web app sends it. Null for any other request, such as a stream, an
 * oversized batch, or a malformed request, which tRPC's adapter handles.
 */
export function readProcedureRequest(
  request: FastifyRequest,
  router: AnyTRPCRouter,
): ProcedureRequest | null {
  const search = URL.parse(request.url, `http://${request.headers.host ?? 'localhost'}`)?.searchParams;
  if (!search || !isOrdinary(request, search)) return null;

  const isBatch = search.get('batch') === '1';
  const path = readPath(request);
  const paths = isBatch ? path.split(',') : [path];
  if (paths.length > MAX_BATCH_SIZE) return null;

  const procedures: Record<string, AnyTRPCProcedure> = router._def.procedures;
  const readInput = createInputReader(request, search, isBatch);
  const calls = paths.map((callPath, index) => ({
    path: callPath,
    procedure: procedures[callPath],
    readInput: async () => readInput(index),
  }));
  if (!haveOneKind(calls)) return null;
  const kind = request.method === 'GET' || isSecretReadRequest(request) ? 'query' : 'mutation';
  return { isBatch, kind, calls };
}

/** Returns how many procedures a request calls, according to the commas in its path. */
export function countCalls(request: FastifyRequest): number {
  const commas = procedureParams.parse(request.params).path.match(/,|%2c/gi) ?? [];
  return Math.min(commas.length + 1, MAX_BATCH_SIZE);
}

function isOrdinary({ method, headers }: FastifyRequest, search: URLSearchParams): boolean {
  const type = headers['content-type'];
  return (
    (method === 'GET' || method === 'POST') &&
    (type?.startsWith('application/json') ?? method === 'GET') &&
    headers['trpc-accept'] === undefined &&
    !headers.accept?.includes('application/jsonl') &&
    !search.has('connectionParams')
  );
}

function haveOneKind(calls: readonly ProcedureCall[]): boolean {
  const kinds = new Set(calls.flatMap(({ procedure }) => procedure?._def.type ?? []));
  return kinds.size <= 1 && !kinds.has('subscription');
}

/**
 * Returns a function that reads a procedure's input by its position. It parses the request on first use,
 * after the rate limit and the permission check.
 */
function createInputReader(request: FastifyRequest, search: URLSearchParams, isBatch: boolean) {
  let inputs: ReadonlyMap<string, unknown> | undefined;
  return (index: number): unknown => {
    inputs ??= parseInputs(readText(request, search), isBatch);
    return inputs.get(String(index));
  };
}

function readText(request: FastifyRequest, search: URLSearchParams): string | null {
  // A query may have no input.
  if (request.method === 'GET') return search.get('input') || null;
  return typeof request.body === 'string' ? request.body.replace(/^\uFEFF/, '') : '';
}

/** Returns the inputs by their position in the batch. */
function parseInputs(text: string | null, isBatch: boolean): ReadonlyMap<string, unknown> {
  if (text === null) return new Map();
  const value = parseJson(text);
  if (!isBatch) return new Map([['0', value]]);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TRPCError({ code: 'BAD_REQUEST' });
  }
  return new Map(Object.entries(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new TRPCError({ code: 'BAD_REQUEST', cause });
  }
}
