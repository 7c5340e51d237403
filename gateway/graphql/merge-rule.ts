import {
  type ASTVisitor,
  type FieldNode,
  GraphQLError,
  print,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql';

/** As many selections as a permitted document expands to, unless a fragment spreads itself. */
const MAX_SELECTIONS = 1_000;

/**
 * Checks that fields with the same response name select the same field with the same arguments. GraphQL's own
 * rule compares every pair of fields, which takes 80 ms if a small document repeats one. This rule compares
 * each field with the first, which is enough because the contract has no interfaces and unions.
 */
export function FieldsMergeRule(context: ValidationContext): ASTVisitor {
  // Long arguments are printed once, although each use of their fragment compares them.
  const calls = new Map<FieldNode, string>();
  const describeCall = (field: FieldNode): string => {
    const call = calls.get(field) ?? printCall(field);
    calls.set(field, call);
    return call;
  };
  return {
    OperationDefinition: ({ selectionSet }) => checkSelections(context, selectionSet, describeCall),
  };
}

type DescribeCall = (field: FieldNode) => string;

function checkSelections(
  context: ValidationContext,
  root: SelectionSetNode,
  describeCall: DescribeCall,
): void {
  let selectionCount = 0;
  const unchecked: Array<readonly SelectionSetNode[]> = [[root]];
  for (let sets = unchecked.pop(); sets && selectionCount < MAX_SELECTIONS; sets = unchecked.pop()) {
    const fieldsByName = groupFields(context, sets);
    for (const [name, fields] of fieldsByName) {
      selectionCount += fields.length;
      reportConflict(context, name, fields, describeCall);
      const innerSets = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (innerSets.length > 0) unchecked.push(innerSets);
    }
  }
}

/** Returns the fields of the selections by their response name, with fragments expanded. */
function groupFields(
  context: ValidationContext,
  sets: readonly SelectionSetNode[],
): Map<string, [FieldNode, ...FieldNode[]]> {
  const fieldsByName = new Map<string, [FieldNode, ...FieldNode[]]>();
  const spreadNames = new Set<string>();
  const unvisited = sets.flatMap(({ selections }) => selections).toReversed();
  for (let selection = unvisited.pop(); selection; selection = unvisited.pop()) {
    if (selection.kind === 'Field') {
      const name = (selection.alias ?? selection.name).value;
      const fields = fieldsByName.get(name);
      if (fields) fields.push(selection);
      else fieldsByName.set(name, [selection]);
    } else if (selection.kind === 'InlineFragment') {
      unvisited.push(...selection.selectionSet.selections.toReversed());
    } else if (!spreadNames.has(selection.name.value)) {
      spreadNames.add(selection.name.value);
      const fragment = context.getFragment(selection.name.value);
      unvisited.push(...(fragment?.selectionSet.selections ?? []).toReversed());
    }
  }
  return fieldsByName;
}

function reportConflict(
  context: ValidationContext,
  name: string,
  [first, ...others]: [FieldNode, ...FieldNode[]],
  describeCall: DescribeCall,
): void {
  const other = others.find((field) => describeCall(field) !== describeCall(first));
  if (!other) return;
  const reason =
    other.name.value === first.name.value
      ? 'they have differing arguments'
      : `"${first.name.value}" and "${other.name.value}" are different fields`;
  context.reportError(
    new GraphQLError(
      `Fields "${name}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`,
      { nodes: [first, other] },
    ),
  );
}

function printCall({ name, arguments: args = [] }: FieldNode): string {
  return [name.value, ...args.map(print).toSorted()].join();
}
