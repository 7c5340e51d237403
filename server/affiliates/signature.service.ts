import { AppError } from '../errors.ts';
import { pictureFormat, readPicture } from '../media/picture-reader.ts';
import { LARGEST_SIGNATURE, UNSIGNED } from './signature.schema.ts';

/** What is kept is no larger. */
const KEPT = { width: 600, height: 300 };
/** A grey that differs so much from the ground is ink; fewer pixels of it are no signature. */
const INK = 48;
const FEWEST_PIXELS = 12;
const TIMEOUT_SECONDS = 5;

/**
 * A signature, looked into and drawn anew: a small PNG of grey on white in base64, with nothing of the file but what
 * is seen. INVALID_INPUT at `signature` for what is no PNG, too large, or shows nothing (SPEC section 5).
 */
export async function drawSignature(dataUrl: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (pictureFormat(bytes) !== 'png') throw refused(UNSIGNED);
  const limitInputPixels = LARGEST_SIGNATURE.width * LARGEST_SIGNATURE.height;
  return readPicture(async (sharp) => {
    try {
      // Of the header alone; nothing is decoded yet.
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width > LARGEST_SIGNATURE.width || height > LARGEST_SIGNATURE.height)
        throw refused('Please sign again');
      const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error' })
        .flatten({ background: '#ffffff' })
        .toColourspace('b-w')
        .resize({ ...KEPT, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .raw()
        .toBuffer({ resolveWithObject: true });
      if (!showsInk(data)) throw refused(UNSIGNED);
      const raw = { width: info.width, height: info.height, channels: info.channels };
      return (await sharp(data, { raw }).png({ palette: true, colours: 16 }).toBuffer()).toString('base64');
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refused(UNSIGNED, error);
    }
  });
}

/** Whether enough differs from the ground, which is what the corner shows. */
function showsInk(greys: Uint8Array): boolean {
  const ground = greys[0] ?? 0;
  let ink = 0;
  for (const grey of greys) if (Math.abs(grey - ground) > INK) ink++;
  return ink >= FEWEST_PIXELS;
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', { field: 'signature', message, cause });
}
