import type { S3Client } from '@aws-sdk/client-s3';
import { type FileStore, requireContentType } from './file-store.ts';

export interface S3Options {
  /** Set for stores other than Amazon S3. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket's name in the path instead of the host, which most other stores require. */
  forcePathStyle: boolean;
  /** The timeout of a whole call, including retries. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;

/** Stores files in a bucket. The SDK is large, so it is loaded with the first call. */
export function createS3Store(options: S3Options): FileStore {
  const { bucket: Bucket, timeoutMs = TIMEOUT_MS } = options;
  let opened: Promise<Opened> | undefined;
  const call = async <T>(work: (s3: Opened, abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    opened ??= openClient(options);
    return within(timeoutMs, work, await opened);
  };
  return {
    put: (Key, Body) => {
      const ContentType = requireContentType(Key);
      return call(async ({ client, PutObjectCommand }, abortSignal) => {
        await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }), { abortSignal });
      });
    },
    get: (Key) => {
      const contentType = requireContentType(Key);
      return call(async ({ client, GetObjectCommand }, abortSignal) => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
          return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), contentType };
        } catch (error) {
          if (error instanceof Error && error.name === 'NoSuchKey') return null;
          throw error;
        }
      });
    },
    remove: (Key) => {
      requireContentType(Key);
      return call(async ({ client, DeleteObjectCommand }, abortSignal) => {
        await client.send(new DeleteObjectCommand({ Bucket, Key }), { abortSignal });
      });
    },
  };
}

type Opened = Awaited<ReturnType<typeof openClient>>;

async function openClient(options: S3Options) {
  const library = await import('@aws-sdk/client-s3');
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = options;
  const client: S3Client = new library.S3Client({
    ...(endpoint ? { endpoint } : {}),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Not every store supports the newer checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { ...library, client };
}

/** Aborts a call that takes too long, even if the response has started but stalls. */
async function within<T>(
  timeoutMs: number,
  work: (s3: Opened, abortSignal: AbortSignal) => Promise<T>,
  s3: Opened,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const ending = new AbortController();
  const timer = setTimeout(() => {
    const error = new Error(`The file store did not answer within ${timeoutMs} ms`);
    late.reject(error);
    ending.abort(error);
  }, timeoutMs);
  const working = work(s3, ending.signal);
  // Prevents an unhandled rejection if it fails after the timeout.
  working.catch(() => {});
  try {
    return await Promise.race([working, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
