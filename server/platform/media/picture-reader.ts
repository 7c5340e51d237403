type Sharp = Awaited<ReturnType<typeof loadSharp>>;

/** The only libvips loaders that may run. libvips detects the type from a file's content, not its name. */
const ALLOWED_LOADERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

let sharpPromise: ReturnType<typeof loadSharp> | undefined;

/** Import lazily, because sharp is large. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ALLOWED_LOADERS });
  return sharp;
}

/** Read one image at a time, because each may need a lot of memory. */
let previousRead: Promise<unknown> = Promise.resolve();

/** Processes an uploaded image as soon as all earlier ones are done (D51). */
export async function readPicture<T>(processPicture: (sharp: Sharp) => Promise<T>): Promise<T> {
  sharpPromise ??= loadSharp();
  const sharp = await sharpPromise;
  const result = previousRead.then(() => processPicture(sharp));
  previousRead = result.catch(() => {});
  return result;
}

const hasTextAt = (bytes: Uint8Array, text: string, offset = 0) =>
  Buffer.from(bytes.subarray(offset, offset + text.length)).toString('latin1') === text;

/** Detects the format from the first bytes. */
export function detectPictureFormat(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  if (hasTextAt(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (hasTextAt(bytes, '\xff\xd8\xff')) return 'jpeg';
  return hasTextAt(bytes, 'RIFF') && hasTextAt(bytes, 'WEBP', 8) ? 'webp' : null;
}
