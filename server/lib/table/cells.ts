/** Restores the zeros that spreadsheets drop at the start of a ZIP code. The lowest one is 00501. */
export function restoreZip(cell: string): string {
  const zip = cell.trim();
  return /^(?:[5-9]\d\d|\d{4})(-\d{4})?$/.test(zip) ? zip.padStart(zip.includes('-') ? 10 : 5, '0') : zip;
}
