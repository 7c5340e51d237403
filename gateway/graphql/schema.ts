import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DefinitionNode, FieldDefinitionNode, ObjectTypeDefinitionNode, TypeNode } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { toGraphQLError } from '../errors.ts';
import type { GraphQLCall } from './call.ts';
import type { Operation } from './operation.ts';

const CONTRACT = readFileSync(join(import.meta.dirname, 'contract.graphql'), 'utf8');

/** The name's spellings: as listed, and in camelCase where that differs (DESIGN D4). */
export function spellings(name: string): string[] {
  return [...new Set([name, name.charAt(0).toLowerCase() + name.slice(1)])];
}

function namedType(type: TypeNode): string {
  return type.kind === 'NamedType' ? type.name.value : namedType(type.type);
}

/** The types that a definition's fields and arguments mention. */
function mentions(definition: DefinitionNode): string[] {
  if (definition.kind !== 'ObjectTypeDefinition' && definition.kind !== 'InputObjectTypeDefinition')
    return [];
  return (definition.fields ?? []).flatMap((field) => [
    namedType(field.type),
    ...(field.kind === 'FieldDefinition' ? (field.arguments ?? []).map((one) => namedType(one.type)) : []),
  ]);
}

/** The root type with the served fields alone, each under all its spellings. */
function servedRoot(root: ObjectTypeDefinitionNode, names: ReadonlySet<string>): ObjectTypeDefinitionNode {
  const fields = (root.fields ?? [])
    .filter((field) => names.has(field.name.value))
    .flatMap((field): FieldDefinitionNode[] =>
      spellings(field.name.value).map((value) => ({ ...field, name: { ...field.name, value } })),
    );
  return { ...root, fields };
}

/** The contract's definitions that the operations need; a name that the contract lacks is refused below. */
function servedDefinitions(operations: readonly Operation[]): DefinitionNode[] {
  const names = new Set(operations.map((row) => row.name));
  const all = new Map<string, DefinitionNode>();
  for (const type of Object.values(createSchema({ typeDefs: CONTRACT }).getTypeMap())) {
    const node = type.astNode;
    if (!node) continue;
    const isRoot = node.kind === 'ObjectTypeDefinition' && ['Query', 'Mutation'].includes(type.name);
    all.set(type.name, isRoot ? servedRoot(node, names) : node);
  }
  const needed = new Set<string>();
  const need = (name: string) => {
    const definition = all.get(name);
    if (!definition || needed.has(name)) return;
    needed.add(name);
    mentions(definition).forEach(need);
  };
  ['Query', 'Mutation'].forEach(need);
  return [...all].filter(([name]) => needed.has(name)).map(([, definition]) => definition);
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

/** The served part of the contract over its operations. */
export function servedSchema(operations: readonly Operation[]) {
  const resolvers: Record<'Query' | 'Mutation', Record<string, Resolver>> = { Query: {}, Mutation: {} };
  for (const row of operations) {
    const root = row.kind === 'query' ? resolvers.Query : resolvers.Mutation;
    for (const name of spellings(row.name)) root[name] = resolverOf(row);
  }
  return createSchema<GraphQLCall>({
    typeDefs: { kind: 'Document', definitions: servedDefinitions(operations) },
    resolvers,
  });
}
