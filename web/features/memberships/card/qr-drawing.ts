export interface QrDrawing {
  /** Modules on a side. */
  size: number;
  /** One square of a side of 1 for each dark module. */
  path: string;
}

/** Draws a QR code; the code that does it is fetched on first use. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { default: qrcode } = await import('qrcode');
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const squares = Array.from(modules.data, (dark, place) =>
    dark ? `M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z` : '',
  );
  return { size: modules.size, path: squares.join('') };
}
