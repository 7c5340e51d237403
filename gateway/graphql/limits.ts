import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  OverlappingFieldsCanBeMergedRule,
  parse,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { createGraphQLError, createLRUCache, type Plugin } from 'graphql-yoga';
import type { GraphQLCall, PreparedDocument } from './call.ts';
import { MAX_COST, measureDocument, measureNesting, UNPARSED_COST } from './document-size.ts';
import { FieldsMergeRule } from './merge-rule.ts';
import { withContractTypes } from './variable-types.ts';

/** Limits per document. The deepest query that the back office sends has 5 levels. */
export const GRAPHQL_LIMITS = {
  sourceLength: 64 * 1024,
  tokens: 2_000,
  comments: 200,
  depth: 8,
  /** Maximum depth of the syntax tree. Validation recurses per level, so it could overflow the stack. */
  nesting: 60,
  aliases: 15,
  cost: MAX_COST,
} as const;

const PARSER_LIMITS = {
  maxSourceLength: GRAPHQL_LIMITS.sourceLength,
  maxLexicalTokens: GRAPHQL_LIMITS.tokens,
  maxComments: GRAPHQL_LIMITS.comments,
};

/** To find an unknown field's suggestions takes longer than the rest of its validation. */
const MAX_VALIDATION_ERRORS = 10;
/** Clients send fewer different documents than this. */
const MAX_CACHED_DOCUMENTS = 200;
/** A syntax tree takes about 300 bytes per token, so all cached documents together take at most 30 MB. */
const MAX_CACHED_TOKENS = 500;

/**
 * Returns a function that parses and measures a document. Caches only documents that turned out to be valid, so
 * that invalid ones don't fill the memory.
 */
export function createDocumentReader(schema: GraphQLSchema, { introspection }: { introspection: boolean }) {
  const validDocuments = createLRUCache<PreparedDocument>({ max: MAX_CACHED_DOCUMENTS });
  return (text: string): PreparedDocument => {
    const cached = validDocuments.get(text);
    if (cached) return cached;
    const parsed = parseDocument(text);
    const document: PreparedDocument = {
      ...limitDocument(schema, parsed, text.length, introspection),
      isValid: false,
      accept: () => {
        document.isValid = true;
        const isSmall = !(parsed instanceof Error) && (parsed.tokenCount ?? 0) <= MAX_CACHED_TOKENS;
        if (isSmall) validDocuments.set(text, document);
      },
    };
    return document;
  };
}

function limitDocument(
  schema: GraphQLSchema,
  parsed: DocumentNode | Error,
  length: number,
  introspection: boolean,
): Pick<PreparedDocument, 'cost' | 'parsed' | 'violation'> {
  if (parsed instanceof Error) return { cost: UNPARSED_COST, parsed };
  if (measureNesting(parsed) > GRAPHQL_LIMITS.nesting)
    return { cost: UNPARSED_COST, parsed, violation: TOO_NESTED_MESSAGE };
  const { depth, aliases, cost } = measureDocument(parsed, length);
  const violations: Array<[isViolated: boolean, message: string]> = [
    [depth > GRAPHQL_LIMITS.depth, `The query is deeper than ${GRAPHQL_LIMITS.depth} levels.`],
    [aliases > GRAPHQL_LIMITS.aliases, `The query has more than ${GRAPHQL_LIMITS.aliases} aliases.`],
    [cost > GRAPHQL_LIMITS.cost, 'The query selects too many fields.'],
    [!introspection && isIntrospecting(parsed), 'Introspection is off.'],
  ];
  const violation = violations.find(([isViolated]) => isViolated)?.[1];
  return violation ? { cost, parsed, violation } : { cost, parsed: withContractTypes(schema, parsed) };
}

const TOO_NESTED_MESSAGE = 'The query is nested too deeply.';

function parseDocument(text: string): DocumentNode | Error {
  try {
    return parse(text, PARSER_LIMITS);
  } catch (error) {
    // Deeply nested brackets overflow the parser's stack.
    if (error instanceof RangeError) return createValidationError(TOO_NESTED_MESSAGE);
    if (error instanceof Error) return error;
    throw error;
  }
}

function createValidationError(message: string): GraphQLError {
  return createGraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });
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

/** Replaces Yoga's parsing with the prepared document, and makes validation stop early. */
export function limitsPlugin({ introspection }: { introspection: boolean }): Plugin<GraphQLCall> {
  return {
    onParse: ({ context, setParseFn }) => {
      setParseFn(() => {
        const { parsed } = context.document;
        if (parsed instanceof Error) throw parsed;
        return parsed;
      });
    },
    onValidate: ({ context, validateFn, setValidationFn, setResult }) => {
      const { document } = context;
      if (document.violation) return setResult([createValidationError(document.violation)]);
      if (document.isValid) return setResult([]);
      setValidationFn((schema, validatedDocument, rules, options, typeInfo) =>
        validateFn(
          schema,
          validatedDocument,
          rules?.map((rule: ValidationRule) =>
            rule === OverlappingFieldsCanBeMergedRule ? FieldsMergeRule : rule,
          ),
          { ...options, maxErrors: MAX_VALIDATION_ERRORS, hideSuggestions: !introspection },
          typeInfo,
        ),
      );
      return ({ valid }) => {
        if (valid) document.accept();
      };
    },
  };
}
