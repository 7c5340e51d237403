/** What staff may decide about a kind of file: which column is which, and what its values mean. */
export interface MappingRules<Field extends string = string> {
  /** What the page calls each column of ours, which is a field of the mapping. */
  labels: Readonly<Record<Field, string>>;
  /** Of each group, a file must have at least one field, or a default for the first. */
  required: ReadonlyArray<readonly [Field, ...Field[]]>;
  /** The fields with dates. */
  days: readonly Field[];
  /** The fields with a closed list of values. A cell may have several, separated by `separator`. */
  valued: Readonly<Partial<Record<Field, { separator?: string }>>>;
  /** The fields for which one value may stand for all rows without one. */
  defaults: readonly Field[];
}

/** One of our values, with everything that a file may call it, in lower case. */
export interface ValueOption {
  value: string;
  label: string;
  names: string[];
}

export type ValueOptions = Readonly<Record<string, ValueOption[]>>;

export function findOption(
  options: readonly ValueOption[] | undefined,
  text: string,
): ValueOption | undefined {
  const name = text.trim().toLowerCase();
  return options?.find(({ value, names }) => value.toLowerCase() === name || names.includes(name));
}

/** Returns the separate values of a cell. */
export function splitValues(text: string, { separator }: { separator?: string } = {}): string[] {
  const parts = separator === undefined ? [text] : text.split(separator);
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}
