import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';
import { createGraphQLError, type Plugin } from 'graphql-yoga';

/**
 * What one document may ask; the contract's largest needs 5 levels. A body is bounded by the server, and a batch
 * is refused.
 */
export const GRAPHQL_LIMITS = {
  sourceLength: 64 * 1024,
  tokens: 2_000,
  comments: 200,
  depth: 8,
  /** Brackets within brackets, of values and types too: what recurses over a document must not run out of stack. */
  nesting: 60,
  /** Renamed fields, those of fragments counted wherever they are spread: each may be a call. */
  aliases: 15,
} as const;

const PARSER_LIMITS = {
  maxSourceLength: GRAPHQL_LIMITS.sourceLength,
  maxLexicalTokens: GRAPHQL_LIMITS.tokens,
  maxComments: GRAPHQL_LIMITS.comments,
};

interface Size {
  depth: number;
  aliases: number;
}

/** How deep a document goes and how many fields it renames. Introspection has a shape of its own and is not counted. */
export function measure(document: DocumentNode): Size {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const known = new Map<string, Size>();

  function sizeOfFragment(name: string): Size {
    const present = known.get(name);
    if (present) return present;
    // A fragment that spreads itself is refused by validation; here it only must not go on for ever.
    known.set(name, { depth: 0, aliases: 0 });
    const size = sizeOf(fragments.get(name)?.selectionSet);
    known.set(name, size);
    return size;
  }

  function sizeOf(set: SelectionSetNode | undefined): Size {
    const size = { depth: 0, aliases: 0 };
    for (const selection of set?.selections ?? []) {
      if (selection.kind === 'Field' && selection.name.value.startsWith('__')) continue;
      const inner =
        selection.kind === 'FragmentSpread'
          ? sizeOfFragment(selection.name.value)
          : sizeOf(selection.selectionSet);
      const isField = selection.kind === 'Field';
      size.depth = Math.max(size.depth, inner.depth + (isField ? 1 : 0));
      size.aliases += inner.aliases + (isField && selection.alias ? 1 : 0);
    }
    return size;
  }

  const sizes = document.definitions.map((definition) =>
    definition.kind === 'OperationDefinition' ? sizeOf(definition.selectionSet) : { depth: 0, aliases: 0 },
  );
  return {
    depth: Math.max(0, ...sizes.map((size) => size.depth)),
    aliases: sizes.reduce((sum, size) => sum + size.aliases, 0),
  };
}

/** The longest way from the document down to a node, found without recursion. */
function nestingOf(document: DocumentNode): number {
  let deepest = 0;
  const waiting: Array<{ node: unknown; level: number }> = [{ node: document, level: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, level } = next;
    if (typeof node !== 'object' || node === null) continue;
    deepest = Math.max(deepest, level);
    const inner = Array.isArray(node) ? 0 : 1;
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'loc') waiting.push({ node: child, level: level + inner });
    }
  }
  return deepest;
}

function refusal(message: string) {
  return createGraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
}

const TOO_NESTED = 'The query is nested too deeply.';

function faultOf(document: DocumentNode): string | undefined {
  if (nestingOf(document) > GRAPHQL_LIMITS.nesting) return TOO_NESTED;
  const { depth, aliases } = measure(document);
  if (depth > GRAPHQL_LIMITS.depth) return `The query is deeper than ${GRAPHQL_LIMITS.depth} levels.`;
  if (aliases > GRAPHQL_LIMITS.aliases) return `The query has more than ${GRAPHQL_LIMITS.aliases} aliases.`;
  return undefined;
}

function asksForSchema(set: SelectionSetNode): boolean {
  return set.selections.some((selection) => {
    if (selection.kind === 'Field') return ['__schema', '__type'].includes(selection.name.value);
    return selection.kind === 'InlineFragment' && asksForSchema(selection.selectionSet);
  });
}

/** Holds every document to the limits before it is validated, and keeps the schema to itself where told so. */
export function limitsPlugin(options: { introspection: boolean }): Plugin {
  return {
    onParse: ({ parseFn, setParseFn }) => {
      setParseFn((source, given) => {
        try {
          return parseFn(source, { ...given, ...PARSER_LIMITS });
        } catch (error) {
          // The parser calls itself for every bracket that opens.
          throw error instanceof RangeError ? refusal(TOO_NESTED) : error;
        }
      });
    },
    onValidate: ({ params, validateFn, setValidationFn, setResult }) => {
      const fault = faultOf(params.documentAST);
      if (fault) return setResult([refusal(fault)]);
      if (options.introspection) return;
      const definitions: DocumentNode['definitions'] = params.documentAST.definitions;
      const asks = definitions.some((one) => 'selectionSet' in one && asksForSchema(one.selectionSet));
      if (asks) return setResult([refusal('Introspection is off.')]);
      setValidationFn((schema, document, rules, given, typeInfo) =>
        validateFn(schema, document, rules, { ...given, hideSuggestions: true }, typeInfo),
      );
    },
  };
}
