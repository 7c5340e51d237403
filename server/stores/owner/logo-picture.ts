import { AppError } from '../../errors.ts';
import { detectPictureFormat, readPicture } from '../../media/picture-reader.ts';

const MAX_SIDE_PIXELS = 512;
/** A small file can decode to gigabytes. */
const MAX_MEGAPIXELS = 24;
const TIMEOUT_SECONDS = 10;

/**
 * Converts the first frame of a PNG, JPEG, or WebP file to an upright WebP picture of at most 512 by 512
 * pixels, without metadata (D51). Keeps transparency. Throws LOGO_INVALID, or LOGO_TOO_LARGE if the picture
 * has too many pixels.
 */
export async function convertLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const format = detectPictureFormat(bytes);
  if (!format) throw new AppError('LOGO_INVALID');
  const options = { pages: 1, failOn: 'error' } as const;
  return readPicture(async (sharp) => {
    try {
      // This reads only the header, so a picture that is too large is never decoded.
      const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
      if (metadata.format !== format) throw new AppError('LOGO_INVALID');
      if (metadata.width * metadata.height > MAX_MEGAPIXELS * 1_000_000) {
        throw new AppError('LOGO_TOO_LARGE', {
          message: `Please choose a picture of at most ${MAX_MEGAPIXELS} megapixels`,
        });
      }
      return await sharp(bytes, { ...options, limitInputPixels: MAX_MEGAPIXELS * 1_000_000 })
        .autoOrient()
        .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, smartSubsample: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('LOGO_INVALID', { cause: error });
    }
  });
}
