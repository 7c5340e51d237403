import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputType,
  isTypeSubTypeOf,
  parseType,
  TypeInfo,
  typeFromAST,
  type VariableDefinitionNode,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/** Of each variable, the types of the arguments and fields that it is put into, each once under its own name. */
type Positions = ReadonlyMap<string, ReadonlyMap<string, GraphQLInputType>>;

function positionsOf(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): Positions {
  const found = new Map<string, Map<string, GraphQLInputType>>();
  const types = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(types, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      const type = types.getInputType();
      const known = found.get(name.value) ?? new Map<string, GraphQLInputType>();
      if (type) found.set(name.value, known.set(String(type), type));
    },
  });
  for (const definition of definitions) visit(definition, visitor);
  return found;
}

/** The declaration, with the contract's type where what it says does not fit. */
function declaredAsServed(
  schema: GraphQLSchema,
  declaration: VariableDefinitionNode,
  positions: readonly GraphQLInputType[],
): VariableDefinitionNode {
  const fits = (type: GraphQLInputType) => positions.every((one) => isTypeSubTypeOf(schema, type, one));
  const declared = typeFromAST(schema, declaration.type);
  if (isInputType(declared) && fits(declared)) return declaration;
  const served = positions.find(fits);
  return served ? { ...declaration, type: parseType(String(served)) } : declaration;
}

/**
 * The document with every variable of a type that fits where it is used. Older clients declare variables under the
 * type names of the server that they were written for, which nobody kept; what they send is judged by the contract's.
 */
export function withServedTypes(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === 'FragmentDefinition');
  const ofFragments = positionsOf(schema, fragments);
  const typesOf = (name: string, own: Positions) => [
    ...new Map([...(own.get(name) ?? []), ...(ofFragments.get(name) ?? [])]).values(),
  ];
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== 'OperationDefinition' || !definition.variableDefinitions?.length)
      return definition;
    const own = positionsOf(schema, [definition]);
    const variableDefinitions = definition.variableDefinitions.map((one) =>
      declaredAsServed(schema, one, typesOf(one.variable.name.value, own)),
    );
    return { ...definition, variableDefinitions };
  });
  return { ...document, definitions };
}

/** Reads documents with the contract's types in place of those that it does not know. */
export function variableTypesPlugin(schema: GraphQLSchema): Plugin {
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, options) => withServedTypes(schema, parseFn(source, options)));
    },
  };
}
