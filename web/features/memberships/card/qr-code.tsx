import { useEffect, useState } from 'react';
import { drawQr, type QrDrawing } from './qr-drawing.ts';

interface QrCodeProps {
  /** What it says to whoever scans it. */
  text: string;
  /** What it is, for whom cannot see it. */
  label: string;
}

/** A QR code, black on white in every colour scheme: scanners expect it so. Its drawing code is fetched on first use. */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<QrDrawing>();

  useEffect(() => {
    let isCurrent = true;
    // Where its code cannot be fetched the number beside it still serves.
    drawQr(text).then(
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
