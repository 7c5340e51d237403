/** The page numbers worth a link: first, last, and those around this one; null where some are left out. */
export function pageNumbers(page: number, last: number): (number | null)[] {
  const wanted = [1, page - 1, page, page + 1, last].filter((number) => number >= 1 && number <= last);
  const shown = [...new Set(wanted)].sort((a, b) => a - b);
  return shown.flatMap((number, place) => {
    const gap = number - (shown[place - 1] ?? 0);
    if (gap === 2) return [number - 1, number];
    return gap > 2 ? [null, number] : [number];
  });
}
