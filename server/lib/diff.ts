export interface DiffLine {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/**
 * The maximum number of line pairs to compare. Above it, all lines between the first and last change are
 * listed.
 */
const MAX_COMPARISONS = 1_000_000;

/** Lists the lines of both texts in order, with the longest common sequence as unchanged lines. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  const start = countEqual(before, after);
  const end = countEqual(before.slice(start).reverse(), after.slice(start).reverse());
  return [
    ...toLines('same', before.slice(0, start)),
    ...diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...toLines('same', before.slice(before.length - end)),
  ];
}

const toLines = (kind: DiffLine['kind'], texts: readonly string[]) => texts.map((text) => ({ kind, text }));

/** Counts the equal lines at the start of both texts. */
function countEqual(before: readonly string[], after: readonly string[]): number {
  const index = before.findIndex((line, i) => line !== after[i]);
  return index === -1 ? before.length : index;
}

function diffMiddle(before: readonly string[], after: readonly string[]): DiffLine[] {
  if (before.length * after.length > MAX_COMPARISONS) {
    return [...toLines('removed', before), ...toLines('added', after)];
  }
  const lengths = measureCommon(before, after);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [removed, added] = [before[i], after[j]];
    if (removed !== undefined && removed === added) {
      lines.push({ kind: 'same', text: removed });
      i += 1;
      j += 1;
    } else if (
      added === undefined ||
      (removed !== undefined && getLength(lengths, i + 1, j) >= getLength(lengths, i, j + 1))
    ) {
      lines.push({ kind: 'removed', text: removed ?? '' });
      i += 1;
    } else {
      lines.push({ kind: 'added', text: added });
      j += 1;
    }
  }
  return lines;
}

const getLength = (lengths: readonly number[][], i: number, j: number) => lengths[i]?.[j] ?? 0;

/**
 * `lengths[i][j]` is the length of the longest common sequence of `before` from line i and `after` from line
 * j.
 */
function measureCommon(before: readonly string[], after: readonly string[]): number[][] {
  const lengths = before.map(() => new Array<number>(after.length).fill(0));
  for (let i = before.length - 1; i >= 0; i -= 1) {
    const row = lengths[i] ?? [];
    for (let j = after.length - 1; j >= 0; j -= 1) {
      row[j] =
        before[i] === after[j]
          ? getLength(lengths, i + 1, j + 1) + 1
          : Math.max(getLength(lengths, i + 1, j), getLength(lengths, i, j + 1));
    }
  }
  return lengths;
}
