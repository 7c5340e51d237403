import { useEffect, useState } from 'react';
import { drawQr, type QrDrawing } from './qr-drawing.ts';

interface QrCodeProps {
  /** The text to encode. While it is empty, nothing is drawn. */
  text: string;
  label: string;
}

/**
 * Black in both color schemes, because QR scanners expect dark on light. The parent provides the white
 * background.
 */
export function QrCode({ text, label }: QrCodeProps) {
  const [drawing, setDrawing] = useState<QrDrawing>();

  useEffect(() => {
    if (text === '') return;
    let isCurrent = true;
    // If the code can't be drawn, the card's number is still shown.
    drawQr(text).then(
      (newDrawing) => isCurrent && setDrawing(newDrawing),
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
