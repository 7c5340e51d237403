export interface QrDrawing {
  /** The number of modules (QR squares) per side. */
  size: number;
  /** An SVG path with a unit square for each dark module. */
  path: string;
}

/** Loads the QR library on first use. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { computeQrModules } = await import('#server/lib/qr-code.ts');
  const rows = computeQrModules(text);
  const squares = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return { size: rows.length, path: squares.join('') };
}
