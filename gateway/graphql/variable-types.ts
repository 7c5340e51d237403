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

/** The input types of the places that use each variable, by variable name and then by type name. */
type VariableUses = ReadonlyMap<string, ReadonlyMap<string, GraphQLInputType>>;

function findUses(schema: GraphQLSchema, definitions: readonly DefinitionNode[]): VariableUses {
  const usesByVariable = new Map<string, Map<string, GraphQLInputType>>();
  const typeInfo = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(typeInfo, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      const type = typeInfo.getInputType();
      const ownTypes = usesByVariable.get(name.value) ?? new Map<string, GraphQLInputType>();
      if (type) usesByVariable.set(name.value, ownTypes.set(String(type), type));
    },
  });
  for (const definition of definitions) visit(definition, visitor);
  return usesByVariable;
}

/** Replaces the declared type if it doesn't fit the places that use the variable. */
function withContractType(
  schema: GraphQLSchema,
  declaration: VariableDefinitionNode,
  usedTypes: readonly GraphQLInputType[],
): VariableDefinitionNode {
  const isCompatible = (type: GraphQLInputType) =>
    usedTypes.every((usedType) => isTypeSubTypeOf(schema, type, usedType));
  const declaredType = typeFromAST(schema, declaration.type);
  if (isInputType(declaredType) && isCompatible(declaredType)) return declaration;
  const contractType = usedTypes.find(isCompatible);
  return contractType ? { ...declaration, type: parseType(String(contractType)) } : declaration;
}

/**
 * Rewrites each variable's declared type to one that fits where it is used. Older clients declare type names
 * from the previous server that this schema doesn't have. Values are still validated against the contract.
 */
export function withContractTypes(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const fragments = document.definitions.filter(({ kind }) => kind === 'FragmentDefinition');
  const usesInFragments = findUses(schema, fragments);
  const listUsedTypes = (name: string, ownUses: VariableUses) => [
    ...new Map([...(ownUses.get(name) ?? []), ...(usesInFragments.get(name) ?? [])]).values(),
  ];
  const definitions = document.definitions.map((definition) => {
    if (definition.kind !== 'OperationDefinition' || !definition.variableDefinitions?.length)
      return definition;
    const ownUses = findUses(schema, [definition]);
    const variableDefinitions = definition.variableDefinitions.map((variable) =>
      withContractType(schema, variable, listUsedTypes(variable.variable.name.value, ownUses)),
    );
    return { ...definition, variableDefinitions };
  });
  return { ...document, definitions };
}
