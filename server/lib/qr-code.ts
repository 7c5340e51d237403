import { encodeQR } from 'qr';

/** The rows of a QR code's modules, dark ones true. The drawing adds the quiet zone. */
export function qrModules(text: string): boolean[][] {
  // The library insists on a border.
  const bordered = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  return bordered.slice(1, -1).map((row) => row.slice(1, -1));
}
