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

/** For each variable, the types of the arguments and fields that use it, by type name. */
type VariableUses = ReadonlyMap<string, ReadonlyMap<string, GraphQLInputType>>;

function findUses(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): VariableUses {
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

/** Replaces the declared type if it does not fit where the variable is used. */
function withContractType(
  schema: GraphQLSchema,
  declaration: VariableDefinitionNode,
  uses: readonly GraphQLInputType[],
): VariableDefinitionNode {
  const fits = (type: GraphQLInputType) => uses.every((use) => isTypeSubTypeOf(schema, type, use));
  const declared = typeFromAST(schema, declaration.type);
  if (isInputType(declared) && fits(declared)) return declaration;
  const contractType = uses.find(fits);
  return contractType ? { ...declaration, type: parseType(String(contractType)) } : declaration;
}

/**
 * Gives every variable a type that fits where it is used. Older clients declare variables with the type names of
 * another server, which are lost. The values are validated against the contract's types.
 */
export function withContractTypes(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === 'FragmentDefinition');
  const usesInFragments = findUses(schema, fragments);
  const typesOf = (name: string, ownUses: VariableUses) => [
    ...new Map([...(ownUses.get(name) ?? []), ...(usesInFragments.get(name) ?? [])]).values(),
  ];
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== 'OperationDefinition' || !definition.variableDefinitions?.length)
      return definition;
    const ownUses = findUses(schema, [definition]);
    const variableDefinitions = definition.variableDefinitions.map((variable) =>
      withContractType(schema, variable, typesOf(variable.variable.name.value, ownUses)),
    );
    return { ...definition, variableDefinitions };
  });
  return { ...document, definitions };
}

export function variableTypesPlugin(schema: GraphQLSchema): Plugin {
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, options) => withContractTypes(schema, parseFn(source, options)));
    },
  };
}
