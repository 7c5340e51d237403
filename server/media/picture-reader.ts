type Sharp = Awaited<ReturnType<typeof loadSharp>>;

/** The only libvips loaders that may run. The content of a file decides its type, never its name. */
const READERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

let reader: ReturnType<typeof loadSharp> | undefined;

/** sharp is large, so it is loaded with the first picture. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return sharp;
}

/** Pictures are read one at a time, because each may need a lot of memory. */
let previous: Promise<unknown> = Promise.resolve();

/** Runs `work` on an uploaded picture after the previous ones are done (D51). */
export async function readPicture<T>(work: (sharp: Sharp) => Promise<T>): Promise<T> {
  reader ??= loadSharp();
  const sharp = await reader;
  const done = previous.then(() => work(sharp));
  previous = done.catch(() => {});
  return done;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** Detects the format from the first bytes. */
export function pictureFormat(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  return startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) ? 'webp' : null;
}
