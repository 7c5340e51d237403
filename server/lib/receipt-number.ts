/**
 * Formats the random end of a purchase's, payment's, or refund's id, such as '3D2C-1B0A'. It is short enough
 * for phone calls, and staff find the receipt by it.
 */
export function formatReceiptNumber(id: string): string {
  return id
    .slice(-8)
    .toUpperCase()
    .replace(/(?<=^.{4})/, '-');
}
