import { MAX_PICTURE_BYTES } from '#server/domains/stores/owner/own-business.schema.ts';

export const UNREADABLE_PICTURE = 'Please choose a picture: PNG, JPEG, or WebP';
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** Returns why the file can't be uploaded, or null if it can. */
export function validatePictureFile({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!PICTURE_TYPES.some((allowedType) => allowedType === type)) return UNREADABLE_PICTURE;
  return size > MAX_PICTURE_BYTES ? 'Please choose a picture of at most 5 MB' : null;
}

/** Returns the image as a data URL, because the content security policy forbids blob URLs. */
export function readPicture(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('We couldn’t read the file'));
    reader.readAsDataURL(file);
  });
}
