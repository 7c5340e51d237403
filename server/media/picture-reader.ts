type Sharp = Awaited<ReturnType<typeof loadSharp>>;

/** The readers of libvips that may run; what a file is says its content, never its name. */
const READERS = ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'];

let reader: ReturnType<typeof loadSharp> | undefined;

/** The library is a heavy one: it is loaded with the first picture. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  return sharp;
}

/** One picture at a time: each may take a good deal of memory. */
let last: Promise<unknown> = Promise.resolve();

/** Lets `work` read a picture that somebody sent, when those before it are done (DESIGN D51). */
export async function readPicture<T>(work: (sharp: Sharp) => Promise<T>): Promise<T> {
  reader ??= loadSharp();
  const sharp = await reader;
  const done = last.then(() => work(sharp));
  last = done.catch(() => {});
  return done;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString('latin1') === text;

/** What a file is by its first bytes. */
export function pictureFormat(bytes: Uint8Array): 'png' | 'jpeg' | 'webp' | null {
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'png';
  if (startsWith(bytes, '\xff\xd8\xff')) return 'jpeg';
  return startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8) ? 'webp' : null;
}
