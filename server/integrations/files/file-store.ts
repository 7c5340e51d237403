export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
}

/** Stores uploaded files in a folder or an S3 bucket. All processes of a site must share it. */
export interface FileStore {
  /** Writes or replaces a file atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** No-op if there is no such file. */
  remove(key: string): Promise<void>;
}

/** Derived from the key's extension, so that every store returns the same content type. */
const CONTENT_TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
};

const KEY_PATTERN = /^(?:[a-z0-9][a-z0-9-]{0,99}\/){1,4}[a-z0-9][a-z0-9-]{0,99}\.([a-z]{3,4})$/;

/** Returns the content type of a key such as 'logos/0f….webp', or null for an invalid key. */
export function findContentType(key: string): string | null {
  const [, extension = ''] = KEY_PATTERN.exec(key) ?? [];
  return Object.hasOwn(CONTENT_TYPES, extension) ? (CONTENT_TYPES[extension] ?? null) : null;
}

/** Throws for an invalid key, because only a bug can produce one. */
export function requireContentType(key: string): string {
  const contentType = findContentType(key);
  if (contentType === null) throw new Error(`${JSON.stringify(key)} is no key of a file`);
  return contentType;
}
