import { encodeQR } from 'qr';

/** Returns the rows of a QR code's modules; dark ones are true. The caller draws the quiet zone. */
export function computeQrModules(text: string): boolean[][] {
  // The library requires a border of at least 1.
  const borderedModules = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return borderedModules.slice(1, -1).map((row) => row.slice(1, -1));
}
