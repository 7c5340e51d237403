/** Restores the zeros that spreadsheets drop at the start of a ZIP code. */
export function restoreZip(cell: string): string {
  const zip = cell.trim();
  return /^\d{3,4}(-\d{4})?$/.test(zip) ? zip.padStart(zip.includes('-') ? 10 : 5, '0') : zip;
}
