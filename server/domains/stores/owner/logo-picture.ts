import { AppError } from '../../../lib/errors.ts';
import { detectPictureFormat, readPicture } from '../../../platform/media/picture-reader.ts';

interface ImageSize {
  maxSidePixels: number;
  quality: number;
}

const LOGO: ImageSize = { maxSidePixels: 512, quality: 90 };
const PHOTO: ImageSize = { maxSidePixels: 1_600, quality: 80 };
/** Limits memory use, because a small file can decode to gigabytes. */
const MAX_MEGAPIXELS = 24;
const TIMEOUT_SECONDS = 10;

export interface ConvertedImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

/**
 * Converts the first frame of a PNG, JPEG, or WebP file to an upright WebP image of at most 512 by 512
 * pixels, without metadata (D51). Keeps transparency. Throws LOGO_INVALID, or LOGO_TOO_LARGE if the image has
 * too many pixels.
 */
export async function convertLogo(bytes: Uint8Array): Promise<Uint8Array> {
  return (await convertImage(bytes, LOGO)).bytes;
}

/** Like `convertLogo`, but with up to 1,600 by 1,600 pixels. */
export async function convertPhoto(bytes: Uint8Array): Promise<ConvertedImage> {
  return convertImage(bytes, PHOTO);
}

async function convertImage(
  bytes: Uint8Array,
  { maxSidePixels, quality }: ImageSize,
): Promise<ConvertedImage> {
  const format = detectPictureFormat(bytes);
  if (!format) throw new AppError('LOGO_INVALID');
  const options = { pages: 1, failOn: 'error' } as const;
  return readPicture(async (sharp) => {
    try {
      // This reads only the header, so an image that is too large is never decoded.
      const metadata = await sharp(bytes, { ...options, limitInputPixels: false }).metadata();
      if (metadata.format !== format) throw new AppError('LOGO_INVALID');
      if (metadata.width * metadata.height > MAX_MEGAPIXELS * 1_000_000) {
        throw new AppError('LOGO_TOO_LARGE', {
          message: `Please choose a picture of at most ${MAX_MEGAPIXELS} megapixels`,
        });
      }
      const { data, info } = await sharp(bytes, { ...options, limitInputPixels: MAX_MEGAPIXELS * 1_000_000 })
        .autoOrient()
        .resize({ width: maxSidePixels, height: maxSidePixels, fit: 'inside', withoutEnlargement: true })
        .webp({ quality, smartSubsample: true })
        .timeout({ seconds: TIMEOUT_SECONDS })
        .toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw new AppError('LOGO_INVALID', { cause: error });
    }
  });
}
