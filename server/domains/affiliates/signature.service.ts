import { AppError } from '../../lib/errors.ts';
import { detectPictureFormat, readPicture } from '../../platform/media/picture-reader.ts';
import { MAX_SIGNATURE_SIZE, UNSIGNED_MESSAGE } from './signature.schema.ts';

/** In pixels. Larger signatures are scaled down. */
const MAX_STORED_SIZE = { width: 600, height: 300 };
/** A pixel is ink if its gray level differs from the background's by more than this. */
const INK_CONTRAST = 48;
const MIN_INK_PIXELS = 12;
const TIMEOUT_SECONDS = 5;

/**
 * Decodes a signature and encodes it again as a small grayscale PNG, which removes everything else from the
 * file. Throws INVALID_INPUT for the field `signature` if it isn't a readable PNG, is too large, or is blank.
 */
export async function reencodeSignature(dataUrl: string): Promise<string> {
  const bytes = Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
  if (detectPictureFormat(bytes) !== 'png') throw createSignatureError(UNSIGNED_MESSAGE);
  const limitInputPixels = MAX_SIGNATURE_SIZE.width * MAX_SIGNATURE_SIZE.height;
  return readPicture(async (sharp) => {
    try {
      // This reads only the header, so an image that is too large is never decoded.
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata();
      if (width > MAX_SIGNATURE_SIZE.width || height > MAX_SIGNATURE_SIZE.height)
        throw createSignatureError('Please sign again');
      const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error' })
        .flatten({ background: '#ffffff' })
        .toColourspace('b-w')
        .resize({ ...MAX_STORED_SIZE, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .raw()
        .toBuffer({ resolveWithObject: true });
      if (!hasInk(data)) throw createSignatureError(UNSIGNED_MESSAGE);
      const raw = { width: info.width, height: info.height, channels: info.channels };
      return (await sharp(data, { raw }).png({ palette: true, colours: 16 }).toBuffer()).toString('base64');
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw createSignatureError(UNSIGNED_MESSAGE, error);
    }
  });
}

/** Assumes that the top left pixel is background. */
function hasInk(pixels: Uint8Array): boolean {
  const background = pixels[0] ?? 0;
  let inkPixels = 0;
  for (const pixel of pixels) if (Math.abs(pixel - background) > INK_CONTRAST) inkPixels++;
  return inkPixels >= MIN_INK_PIXELS;
}

function createSignatureError(message: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', { field: 'signature', message, cause });
}
