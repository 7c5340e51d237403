/** Reads the QR code that a camera sees now; null where it sees none. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | null>;

/** What some browsers bring along (W3C Shape Detection); TypeScript does not know it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<Array<{ rawValue: string }>>;
}

/** Larger pictures take longer to read and show no more of a code that fills a third of them. */
const LONGEST_SIDE = 960;

/** The browser's own reader where it has one for QR codes; else one that is fetched now. */
export async function createQrReader(): Promise<QrReader> {
  return (await ownReader()) ?? (await fetchedReader());
}

async function ownReader(): Promise<QrReader | null> {
  const BarcodeDetector: unknown = Reflect.get(globalThis, 'BarcodeDetector');
  if (typeof BarcodeDetector !== 'function') return null;
  try {
    const formats: unknown = await Reflect.get(BarcodeDetector, 'getSupportedFormats').call(BarcodeDetector);
    if (!Array.isArray(formats) || !formats.includes('qr_code')) return null;
    const detector: Detector = Reflect.construct(BarcodeDetector, [{ formats: ['qr_code'] }]);
    return async (video) => (await detector.detect(video))[0]?.rawValue ?? null;
  } catch {
    return null;
  }
}

async function fetchedReader(): Promise<QrReader> {
  const { default: decodeQr } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, LONGEST_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // It throws where there is no code to be seen.
      return null;
    }
  };
}
