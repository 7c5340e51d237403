import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefinitionNode, FieldDefinitionNode, ObjectTypeDefinitionNode } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { toGraphQLError } from '../errors.ts';
import type { GraphQLCall } from './call.ts';
import type { Operation } from './operation.ts';

const CONTRACT = readFileSync(join(import.meta.dirname, 'contract.graphql'), 'utf8');
const ROOTS = ['Query', 'Mutation'];

/** The name's spellings: as listed, and in camelCase where that differs (DESIGN D4). */
export function spellings(name: string): string[] {
  return [...new Set([name, name.charAt(0).toLowerCase() + name.slice(1)])];
}

/** The root type with each of its fields under all its spellings. */
function inEverySpelling(root: ObjectTypeDefinitionNode): ObjectTypeDefinitionNode {
  const fields = (root.fields ?? []).flatMap((field): FieldDefinitionNode[] =>
    spellings(field.name.value).map((value) => ({ ...field, name: { ...field.name, value } })),
  );
  return { ...root, fields };
}

/** The contract, whole; an operation that it lacks is refused below. */
function servedDefinitions(): DefinitionNode[] {
  return Object.values(createSchema({ typeDefs: CONTRACT }).getTypeMap()).flatMap(({ name, astNode }) => {
    if (!astNode) return [];
    const isRoot = astNode.kind === 'ObjectTypeDefinition' && ROOTS.includes(name);
    return [isRoot ? inEverySpelling(astNode) : astNode];
  });
}

type Resolver = (root: unknown, args: unknown, call: GraphQLCall) => Promise<unknown>;

function resolverOf(row: Operation): Resolver {
  return async (_root, args, { caller, context, confirmChange }) => {
    try {
      if (row.kind === 'mutation') confirmChange();
      return await row.answer(caller, args, context);
    } catch (error) {
      throw toGraphQLError(error, row.name, context);
    }
  };
}

/** The contract over its operations. */
export function servedSchema(operations: readonly Operation[]) {
  const resolvers: Record<'Query' | 'Mutation', Record<string, Resolver>> = { Query: {}, Mutation: {} };
  for (const row of operations) {
    const root = row.kind === 'query' ? resolvers.Query : resolvers.Mutation;
    for (const name of spellings(row.name)) root[name] = resolverOf(row);
  }
  return createSchema<GraphQLCall>({
    typeDefs: { kind: 'Document', definitions: servedDefinitions() },
    resolvers,
  });
}
