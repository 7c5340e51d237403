export interface QrDrawing {
  /** Modules per side. */
  size: number;
  /** An SVG path with a unit square for each dark module. */
  path: string;
}

/** Loads the QR library on first use. */
export async function drawQr(text: string): Promise<QrDrawing> {
  const { default: qrcode } = await import('qrcode');
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const squares = Array.from(modules.data, (dark, place) =>
    dark ? `M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z` : '',
  );
  return { size: modules.size, path: squares.join('') };
}
