import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** Limits of one document. The deepest query of the contract needs 5 levels. */
export const GRAPHQL_LIMITS = {
  sourceLength: 64 * 1024,
  tokens: 2_000,
  comments: 200,
  depth: 8,
  /** Nested brackets, including those of values and types. Bounds the stack: parsing and validation recurse. */
  nesting: 60,
  /** Aliased fields. Each use of a fragment counts again, because each may be a call. */
  aliases: 15,
} as const;

const PARSER_LIMITS = {
  maxSourceLength: GRAPHQL_LIMITS.sourceLength,
  maxLexicalTokens: GRAPHQL_LIMITS.tokens,
  maxComments: GRAPHQL_LIMITS.comments,
};

interface DocumentSize {
  depth: number;
  aliases: number;
}

/** The document's depth and number of aliases, without introspection fields. */
export function measureDocument(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const sizes = new Map<string, DocumentSize>();

  function measureFragment(name: string): DocumentSize {
    const cached = sizes.get(name);
    if (cached) return cached;
    // Ends the recursion of a fragment that spreads itself; validation refuses it later.
    sizes.set(name, { depth: 0, aliases: 0 });
    const size = measureSelections(fragments.get(name)?.selectionSet);
    sizes.set(name, size);
    return size;
  }

  function measureSelections(selectionSet: SelectionSetNode | undefined): DocumentSize {
    const size = { depth: 0, aliases: 0 };
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === 'Field' && selection.name.value.startsWith('__')) continue;
      const inner =
        selection.kind === 'FragmentSpread'
          ? measureFragment(selection.name.value)
          : measureSelections(selection.selectionSet);
      const isField = selection.kind === 'Field';
      size.depth = Math.max(size.depth, inner.depth + (isField ? 1 : 0));
      size.aliases += inner.aliases + (isField && selection.alias ? 1 : 0);
    }
    return size;
  }

  const operationSizes = document.definitions.map((definition) =>
    definition.kind === 'OperationDefinition'
      ? measureSelections(definition.selectionSet)
      : { depth: 0, aliases: 0 },
  );
  return {
    depth: Math.max(0, ...operationSizes.map((size) => size.depth)),
    aliases: operationSizes.reduce((sum, size) => sum + size.aliases, 0),
  };
}

/** The depth of the syntax tree. Not recursive, because the document may still be too deep for the stack. */
function measureNesting(document: DocumentNode): number {
  let deepest = 0;
  const unvisited: Array<{ node: unknown; level: number }> = [{ node: document, level: 0 }];
  for (let next = unvisited.pop(); next; next = unvisited.pop()) {
    const { node, level } = next;
    if (typeof node !== 'object' || node === null) continue;
    deepest = Math.max(deepest, level);
    const childLevel = Array.isArray(node) ? level : level + 1;
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'loc') unvisited.push({ node: child, level: childLevel });
    }
  }
  return deepest;
}

function validationError(message: string) {
  return createGraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
}

const TOO_NESTED_MESSAGE = 'The query is nested too deeply.';

function findViolation(document: DocumentNode): string | undefined {
  if (measureNesting(document) > GRAPHQL_LIMITS.nesting) return TOO_NESTED_MESSAGE;
  const { depth, aliases } = measureDocument(document);
  if (depth > GRAPHQL_LIMITS.depth) return `The query is deeper than ${GRAPHQL_LIMITS.depth} levels.`;
  if (aliases > GRAPHQL_LIMITS.aliases) return `The query has more than ${GRAPHQL_LIMITS.aliases} aliases.`;
  return undefined;
}

function hasIntrospection(selectionSet: SelectionSetNode): boolean {
  return selectionSet.selections.some((selection) => {
    if (selection.kind === 'Field') return ['__schema', '__type'].includes(selection.name.value);
    return selection.kind === 'InlineFragment' && hasIntrospection(selection.selectionSet);
  });
}

/** Checks every document against the limits before validation, and refuses introspection unless it is allowed. */
export function limitsPlugin({ introspection }: { introspection: boolean }): Plugin {
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, options) => {
        try {
          return parseFn(source, { ...options, ...PARSER_LIMITS });
        } catch (error) {
          // The parser recurses once per bracket, so a document of brackets overflows the stack.
          throw error instanceof RangeError ? validationError(TOO_NESTED_MESSAGE) : error;
        }
      });
    },
    onValidate: ({ params, validateFn, setValidationFn, setResult }) => {
      const violation = findViolation(params.documentAST);
      if (violation) return setResult([validationError(violation)]);
      if (introspection) return;
      const definitions: DocumentNode['definitions'] = params.documentAST.definitions;
      const isIntrospecting = definitions.some(
        (definition) => 'selectionSet' in definition && hasIntrospection(definition.selectionSet),
      );
      if (isIntrospecting) return setResult([validationError('Introspection is off.')]);
      setValidationFn((schema, document, rules, options, typeInfo) =>
        validateFn(schema, document, rules, { ...options, hideSuggestions: true }, typeInfo),
      );
    },
  };
}
