import { AppError } from '../errors.ts';
import { pictureFormat, readPicture } from '../media/picture-reader.ts';
import { MAX_SIGNATURE_SIZE, UNSIGNED } from './signature.schema.ts';

/** Larger signatures are scaled down. */
const MAX_STORED_SIZE = { width: 600, height: 300 };
/** A pixel this different from the background is ink. Fewer ink pixels than this are no signature. */
const INK_CONTRAST = 48;
const MIN_INK_PIXELS = 12;
const TIMEOUT_SECONDS = 5;

/**
 * Decodes a signature and re-encodes it as a small grayscale PNG, dropping everything in the file but the pixels.
 * Throws INVALID_INPUT at `signature` if it is not a PNG, is too large, or is blank.
 */
export async function reencodeSignature(dataUrl: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (pictureFormat(bytes) !== 'png') throw refused(UNSIGNED);
  const limitInputPixels = MAX_SIGNATURE_SIZE.width * MAX_SIGNATURE_SIZE.height;
  return readPicture(async (sharp) => {
    try {
      // Reads only the header; nothing is decoded yet.
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width > MAX_SIGNATURE_SIZE.width || height > MAX_SIGNATURE_SIZE.height)
        throw refused('Please sign again');
      const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error' })
        .flatten({ background: '#ffffff' })
        .toColourspace('b-w')
        .resize({ ...MAX_STORED_SIZE, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .raw()
        .toBuffer({ resolveWithObject: true });
      if (!hasInk(data)) throw refused(UNSIGNED);
      const raw = { width: info.width, height: info.height, channels: info.channels };
      return (await sharp(data, { raw }).png({ palette: true, colours: 16 }).toBuffer()).toString('base64');
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw refused(UNSIGNED, error);
    }
  });
}

/** The corner pixel is the background. */
function hasInk(pixels: Uint8Array): boolean {
  const background = pixels[0] ?? 0;
  let ink = 0;
  for (const pixel of pixels) if (Math.abs(pixel - background) > INK_CONTRAST) ink++;
  return ink >= MIN_INK_PIXELS;
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', { field: 'signature', message, cause });
}
