import type { DocumentNode, FragmentDefinitionNode, SelectionSetNode } from 'graphql';

/** A document above this cost is refused. The back office's operations, all in one document, cost 60. */
export const MAX_COST = 100;
/** What a document takes from the general limit if it can't be parsed. */
export const UNPARSED_COST = 20;

const NESTED_SELECTION_COST = 1 / 10;
const TOKEN_COST = 1 / 100;
const CHARACTER_COST = 1 / 4_096;

export interface DocumentSize {
  /** Levels of fields. Introspection fields don't count. */
  depth: number;
  /** Aliased fields. A fragment's aliases count once per use. Introspection fields don't count. */
  aliases: number;
  /**
   * 1 for each field of the root, which may call a procedure, and a tenth of that for any other selection, once
   * per use of its fragment. Also counts the document's tokens and characters.
   */
  cost: number;
}

/**
 * Measures a document with its fragments expanded. Stops when the cost exceeds the maximum, because nested
 * fragments can expand to any number of fields.
 */
export function measureDocument(document: DocumentNode, length: number): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions) {
    if (definition.kind === 'FragmentDefinition') fragments.set(definition.name.value, definition);
  }
  const openFragments = new Set<string>();
  const size = {
    depth: 0,
    aliases: 0,
    cost: (document.tokenCount ?? 0) * TOKEN_COST + length * CHARACTER_COST,
  };

  function measureSelections(
    { selections }: SelectionSetNode,
    level: number,
    isIntrospection: boolean,
  ): void {
    for (const selection of selections) {
      if (size.cost > MAX_COST) return;
      const isRootField = level === 0 && selection.kind === 'Field';
      size.cost += isRootField ? 1 : NESTED_SELECTION_COST;
      if (selection.kind === 'FragmentSpread') {
        measureFragment(selection.name.value, level, isIntrospection);
        continue;
      }
      const isField = selection.kind === 'Field';
      const isHidden = isIntrospection || (isField && selection.name.value.startsWith('__'));
      const innerLevel = isField ? level + 1 : level;
      if (!isHidden) size.depth = Math.max(size.depth, innerLevel);
      if (!isHidden && isField && selection.alias) size.aliases += 1;
      if (selection.selectionSet) measureSelections(selection.selectionSet, innerLevel, isHidden);
    }
  }

  function measureFragment(name: string, level: number, isIntrospection: boolean): void {
    const fragment = fragments.get(name);
    // Validation refuses a fragment that spreads itself.
    if (!fragment || openFragments.has(name)) return;
    openFragments.add(name);
    measureSelections(fragment.selectionSet, level, isIntrospection);
    openFragments.delete(name);
  }

  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition') measureSelections(definition.selectionSet, 0, false);
  }
  return { ...size, cost: Math.ceil(Math.min(size.cost, MAX_COST + 1)) };
}

/**
 * Returns the depth of the syntax tree. Iterative, because recursion could overflow the stack on a deeply
 * nested document.
 */
export function measureNesting(document: DocumentNode): number {
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
