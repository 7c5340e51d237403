/** The lengths to try, in characters, longest first. */
const TEXT_LENGTHS = [250_000, 100_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25];
const COARSE_LENGTHS = [100_000, 10_000, 5_000, 1_000, 200];
/** Formatted text is first, because it is the most expensive to sanitize. */
const FILLS = ['<p><b>&amp; x</b></p>', 'x ', 'x', '7'];
const LARGE_NUMBERS = [1_000_000, 100_000, 10_000, 1_000, 500, 100, 50];
const LIST_LENGTHS = [2_000, 500, 200, 100, 50, 20, 10, 5, 2];
/** Fields that identify something. With other values, a call would fail before its expensive work begins. */
const IDENTIFIER = /id$|ids$|token|key|code|number|reference|plan|^email$|password|confirm|^type$|zip/i;

export interface EnlargeOptions {
  /** Returns whether the entry point permits the whole input. */
  isPermitted(input: unknown): boolean | Promise<boolean>;
  /** Leaves identifiers and numbers, such as prices, unchanged, so that the call gets as far as it can. */
  keepsIdentifiers: boolean;
  /** Tries fewer lengths, because each attempt is a request. */
  isCoarse: boolean;
}

type Replace = (value: unknown) => unknown;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

async function findFirstPermitted(
  candidates: Iterable<unknown>,
  replace: Replace,
  { isPermitted }: EnlargeOptions,
): Promise<unknown> {
  for (const candidate of candidates) if (await isPermitted(replace(candidate))) return candidate;
  return undefined;
}

function* listLongTexts(text: string, isCoarse: boolean): Generator<string> {
  const lengths = isCoarse ? COARSE_LENGTHS : TEXT_LENGTHS;
  for (const length of lengths.filter((candidate) => candidate > text.length)) {
    for (const fill of isCoarse ? FILLS.slice(0, 1) : FILLS)
      yield fill.repeat(Math.floor(length / fill.length));
  }
}

/**
 * Makes each text and list in the value as long as the entry point permits, one after the other. `replace`
 * builds the whole input from a new value.
 */
export async function enlarge(
  value: unknown,
  options: EnlargeOptions,
  replace: Replace = (whole) => whole,
  name = '',
): Promise<unknown> {
  if (typeof value === 'number') {
    if (options.keepsIdentifiers) return value;
    const largeNumbers = LARGE_NUMBERS.filter((candidate) => candidate > value);
    return (await findFirstPermitted(largeNumbers, replace, options)) ?? value;
  }
  if (typeof value === 'string') {
    if (options.keepsIdentifiers && IDENTIFIER.test(name)) return value;
    const longTexts = [...listLongTexts(value, options.isCoarse)];
    const isNumber = /^\d+$/.test(value) && !options.keepsIdentifiers;
    const candidates = isNumber ? [...longTexts, ...LARGE_NUMBERS.map(String)] : longTexts;
    return (await findFirstPermitted(candidates, replace, options)) ?? value;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [...value];
    for (const [index, item] of items.entries()) {
      items[index] = await enlarge(item, options, (changed) => replace(items.with(index, changed)), name);
    }
    const last = items.at(-1);
    if (last === undefined) return items;
    const longLists = (options.isCoarse ? [500, 50] : LIST_LENGTHS).map((length) => [
      ...items,
      ...Array.from({ length: Math.max(0, length - items.length) }, () => last),
    ]);
    return (await findFirstPermitted(longLists, replace, options)) ?? items;
  }
  if (!isObject(value)) return value;
  const object = { ...value };
  for (const [field, fieldValue] of Object.entries(value)) {
    object[field] = await enlarge(
      fieldValue,
      options,
      (changed) => replace({ ...object, [field]: changed }),
      field,
    );
  }
  return object;
}

/** Applies the enlarged parts of an earlier input to a new one, and keeps the rest, such as tokens. */
export function withEnlargedParts(input: unknown, small: unknown, large: unknown): unknown {
  if (isObject(small) && isObject(large)) {
    const base = isObject(input) ? input : {};
    const entries = Object.entries(large).map(([name, value]) => [
      name,
      withEnlargedParts(base[name], small[name], value),
    ]);
    return { ...base, ...Object.fromEntries(entries) };
  }
  return JSON.stringify(small) === JSON.stringify(large) ? input : large;
}
