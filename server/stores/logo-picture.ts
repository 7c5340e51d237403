import { AppError } from '../errors.ts';
import { pictureFormat, readPicture } from '../media/picture-reader.ts';

const LARGEST_SIDE = 512;
/** What is decoded at most: more is no logo, and a small file can unfold to gigabytes. */
const MOST_MEGAPIXELS = 24;
const TIMEOUT_SECONDS = 10;

/**
 * The first frame of a PNG, JPEG or WebP as a WebP of at most 512 pixels each way, the right way up, its ground kept
 * transparent, with nothing of the file but its pixels (DESIGN D51). Throws LOGO_INVALID, or LOGO_TOO_LARGE for too
 * many pixels.
 */
export async function drawLogo(bytes: Uint8Array): Promise<Uint8Array> {
  const format = pictureFormat(bytes);
  if (!format) throw new AppError('LOGO_INVALID');
  const options = { pages: 1, failOn: 'error' } as const;
  return readPicture(async (sharp) => {
    try {
      // Of the header alone; nothing is decoded yet.
      const read = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
      if (read.format !== format) throw new AppError('LOGO_INVALID');
      if (read.width * read.height > MOST_MEGAPIXELS * 1_000_000) {
        throw new AppError('LOGO_TOO_LARGE', {
          message: `Please choose a picture of at most ${MOST_MEGAPIXELS} megapixels`,
        });
      }
      return await sharp(bytes, { ...options, limitInputPixels: MOST_MEGAPIXELS * 1_000_000 })
        .autoOrient()
        .resize({ width: LARGEST_SIDE, height: LARGEST_SIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, smartSubsample: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('LOGO_INVALID', { cause: error });
    }
  });
}
