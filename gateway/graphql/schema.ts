import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefinitionNode, FieldDefinitionNode, ObjectTypeDefinitionNode } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { countGraphQLCall } from '#server/platform/monitoring/metrics.ts';
import { toAppError } from '#server/platform/trpc.ts';
import { toGraphQLError } from '../errors.ts';
import type { GraphQLCall } from './call.ts';
import type { Operation } from './define-operation.ts';

const CONTRACT_SOURCE = readFileSync(join(import.meta.dirname, 'contract.graphql'), 'utf8');
const ROOT_TYPES = ['Query', 'Mutation'];

/** Returns the name of a field in the contract and, if it differs, its camelCase form (D4). */
export function listSpellings(name: string): string[] {
  return [...new Set([name, name.charAt(0).toLowerCase() + name.slice(1)])];
}

function withBothSpellings(root: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const fields = (root.fields ?? []).flatMap((field): FieldDefinitionNode[] =>
    listSpellings(field.name.value).map((value) => ({ ...field, name: { ...field.name, value } })),
  );
  return { ...root, fields };
}

function buildContractDefinitions(): DefinitionNode[] {
  return Object.values(createSchema({ typeDefs: CONTRACT_SOURCE }).getTypeMap()).flatMap(
    ({ name, astNode }) => {
      if (!astNode) return [];
      const isRoot = astNode.kind === 'ObjectTypeDefinition' && ROOT_TYPES.includes(name);
      return [isRoot ? withBothSpellings(astNode) : astNode];
    },
  );
}

type Resolver = (root: unknown, args: unknown, call: GraphQLCall) => Promise<unknown>;

function createResolver(operation: Operation): Resolver {
  return async (_root, args, { caller, context, assertCsrf }) => {
    const startedAt = performance.now();
    try {
      if (operation.kind === 'mutation') await assertCsrf();
      const result = await operation.resolve(caller, args, context);
      countGraphQLCall(operation.name, 'OK', startedAt);
      return result;
    } catch (error) {
      countGraphQLCall(operation.name, toAppError(error).code, startedAt);
      throw toGraphQLError(error, operation.name, context);
    }
  };
}

/**
 * Builds the executable schema from the contract's SDL. Throws if the SDL doesn't declare one of the
 * operations.
 */
export function createContractSchema(operations: readonly Operation[]) {
  const resolvers: Record<'Query' | 'Mutation', Record<string, Resolver>> = { Query: {}, Mutation: {} };
  for (const operation of operations) {
    const root = operation.kind === 'query' ? resolvers.Query : resolvers.Mutation;
    for (const name of listSpellings(operation.name)) root[name] = createResolver(operation);
  }
  return createSchema<GraphQLCall>({
    typeDefs: { kind: 'Document', definitions: buildContractDefinitions() },
    resolvers,
  });
}
