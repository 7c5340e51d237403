import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { createGraphQLError, type Plugin } from 'graphql-yoga';

/** Limits per document. The deepest query that the back office sends has 5 levels. */
export const GRAPHQL_LIMITS = {
  sourceLength: 64 * 1024,
  tokens: 2_000,
  comments: 200,
  depth: 8,
  /** Maximum depth of the syntax tree. Validation recurses per level, so it could overflow the stack. */
  nesting: 60,
  /**
   * Maximum number of aliased fields. A fragment's aliases count once per use, because each use may call a
   * procedure.
   */
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

/** Returns the document's depth and number of aliases. Introspection fields don't count. */
export function measureDocument(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const sizes = new Map<string, DocumentSize>();

  function measureFragment(name: string): DocumentSize {
    const cached = sizes.get(name);
    if (cached) return cached;
    // Store a placeholder so that a fragment that spreads itself doesn't recurse forever; validation rejects
    // it later.
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

/**
 * Returns the depth of the syntax tree. Iterative, because recursion could overflow the stack on a deeply
 * nested document.
 */
function measureNesting(document: DocumentNode): number {
  let maxLevel = 0;
  const unvisited: Array<{ node: unknown; level: number }> = [{ node: document, level: 0 }];
  for (let next = unvisited.pop(); next; next = unvisited.pop()) {
    const { node, level } = next;
    if (typeof node !== 'object' || node === null) continue;
    maxLevel = Math.max(maxLevel, level);
    const childLevel = Array.isArray(node) ? level : level + 1;
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'loc') unvisited.push({ node: child, level: childLevel });
    }
  }
  return maxLevel;
}

function createValidationError(message: string) {
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

function isIntrospecting({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) => 'selectionSet' in definition && hasIntrospection(definition.selectionSet),
  );
}

/** Enforces the limits before validation, and rejects introspection unless it is enabled. */
export function limitsPlugin({ introspection }: { introspection: boolean }): Plugin {
  // Yoga caches parsed documents by their text, so a repeated document is measured only once.
  const acceptedDocuments = new WeakSet<DocumentNode>();
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, options) => {
        try {
          return parseFn(source, { ...options, ...PARSER_LIMITS });
        } catch (error) {
          // Deeply nested brackets overflow the parser's stack.
          throw error instanceof RangeError ? createValidationError(TOO_NESTED_MESSAGE) : error;
        }
      });
    },
    onValidate: ({ params, validateFn, setValidationFn, setResult }) => {
      const document: DocumentNode = params.documentAST;
      if (!acceptedDocuments.has(document)) {
        const violation = findViolation(document);
        if (violation) return setResult([createValidationError(violation)]);
        if (!introspection && isIntrospecting(document)) {
          return setResult([createValidationError('Introspection is off.')]);
        }
        acceptedDocuments.add(document);
      }
      if (introspection) return;
      setValidationFn((schema, validatedDocument, rules, options, typeInfo) =>
        validateFn(schema, validatedDocument, rules, { ...options, hideSuggestions: true }, typeInfo),
      );
    },
  };
}
