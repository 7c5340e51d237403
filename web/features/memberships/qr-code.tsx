import { useEffect, useState } from 'react';

interface QrCodeProps {
  /** What it says to whoever scans it. */
  text: string;
  /** What it is, for whom cannot see it. */
  label: string;
}

interface Drawing {
  size: number;
  path: string;
}

/** One square of the path for each dark module. */
async function draw(text: string): Promise<Drawing> {
  const { default: qrcode } = await import('qrcode');
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const squares = Array.from(modules.data, (dark, place) =>
    dark ? `M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z` : '',
  );
  return { size: modules.size, path: squares.join('') };
}

/** A QR code, black on white in every colour scheme: scanners expect it so. Its drawing code is fetched on first use. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<Drawing>();

  useEffect(() => {
    let isCurrent = true;
    // Where its code cannot be fetched the number beside it still serves.
    draw(text).then(
      (drawn) => isCurrent && setDrawing(drawn),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [text]);

  const { size, path } = drawing ?? { size: 29, path: '' };
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}
