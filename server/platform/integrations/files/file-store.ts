export interface StoredFile {
  bytes: Uint8Array;
  contentType: string;
}

/** Stores uploaded files. If several processes serve the site, they must share one folder or S3 bucket. */
export interface FileStore {
  /** Readers see the old file or the new one, never a mix. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Returns null if there is no such file. */
  get(key: string): Promise<StoredFile | null>;
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>;
}

/** The content type depends only on the key's extension, so it is the same in every store. */
const CONTENT_TYPES: Record<string, string> = {
  webp: 'image/webp',
  png: 'image/png',
  jpg: 'image/jpeg',
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
};

const KEY_PATTERN = /^(?:[a-z0-9][a-z0-9-]{0,99}\/){1,4}[a-z0-9][a-z0-9-]{0,99}\.([a-z]{3,4})$/;

/** Returns null for an invalid key. A valid one is, for example, 'logos/0f….webp'. */
export function findContentType(key: string): string | null {
  const [, extension = ''] = KEY_PATTERN.exec(key) ?? [];
  return Object.hasOwn(CONTENT_TYPES, extension) ? (CONTENT_TYPES[extension] ?? null) : null;
}

/** Throws for an invalid key, which is a bug because our code makes all keys. */
export function requireContentType(key: string): string {
  const contentType = findContentType(key);
  if (contentType === null) throw new Error(`${JSON.stringify(key)} is no key of a file`);
  return contentType;
}
