import { MAX_LOGO_BYTES } from '#server/stores/own-business.schema.ts';

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

/** What is wrong with a chosen file, before anything of it is sent; null where nothing is. */
export function logoFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!LOGO_TYPES.some((allowed) => allowed === type)) return 'Please choose a picture: PNG, JPEG or WebP';
  return size > MAX_LOGO_BYTES ? 'Please choose a picture of at most 5 MB' : null;
}

/** The picture as an address that the page may show: the security policy takes no blob's. */
export function readPicture(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}
