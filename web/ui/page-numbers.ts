/**
 * Returns the page numbers to link to: the first, the last, and those around the current page. Null marks a
 * gap.
 */
export function listPageNumbers(page: number, lastPage: number): (number | null)[] {
  const candidates = [1, page - 1, page, page + 1, lastPage].filter(
    (number) => number >= 1 && number <= lastPage,
  );
  const sortedNumbers = [...new Set(candidates)].sort((a, b) => a - b);
  return sortedNumbers.flatMap((number, index) => {
    const gap = number - (sortedNumbers[index - 1] ?? 0);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [null, number] : [number];
  });
}
