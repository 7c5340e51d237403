export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
}

/** Where uploaded files are kept: a folder, or a store that speaks S3. Every process of one site has the same. */
export interface FileStore {
  /** Writes a file, whole or not at all, over the one that is there. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The file; null where there is none. */
  get(key: string): Promise<StoredFile | null>;
  /** Takes the file away; none is fine, too. */
  remove(key: string): Promise<void>;
}

/** A file's kind is the ending of its key, so that both stores agree on it. */
const CONTENT_TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

const KEY = /^(?:[a-z0-9][a-z0-9-]{0,99}\/){1,4}[a-z0-9][a-z0-9-]{0,99}\.([a-z]{3,4})$/;

/** The kind of file that a key names; null for a text that is no key: 'logos/0f….webp' is one. */
export function contentTypeOf(key: string): string | null {
  const [, ending = ''] = KEY.exec(key) ?? [];
  return Object.hasOwn(CONTENT_TYPES, ending) ? (CONTENT_TYPES[ending] ?? null) : null;
}

/** The same; throws where it is none: keys are made by us. */
export function requireContentType(key: string): string {
  const contentType = contentTypeOf(key);
  if (contentType === null) throw new Error(`${JSON.stringify(key)} is no key of a file`);
  return contentType;
}
