/** Reads the QR code in the current video frame. Resolves to null if there is none. */
export type QrReader = (video: HTMLVideoElement) => Promise<string | null>;

/** The W3C Shape Detection API, which TypeScript has no types for. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<Array<{ rawValue: string }>>;
}

/**
 * The longer side of a frame in pixels. Larger frames take longer, and don't help with a code that fills a
 * third of the frame.
 */
const MAX_SIDE = 960;

/** Uses the browser's own QR reader. If there is none, loads a library. */
export async function createQrReader(): Promise<QrReader> {
  return (await createBrowserReader()) ?? (await loadReader());
}

async function createBrowserReader(): Promise<QrReader | null> {
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

async function loadReader(): Promise<QrReader> {
  const { default: decodeQr } = await import('qr/decode.js');
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return async (video) => {
    const scale = Math.min(1, MAX_SIDE / Math.max(video.videoWidth, video.videoHeight));
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    if (context === null || canvas.width === 0) return null;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    try {
      return decodeQr(context.getImageData(0, 0, canvas.width, canvas.height));
    } catch {
      // The library throws if the frame contains no code.
      return null;
    }
  };
}
