import type { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { ServiceUnavailable } from '../unavailable.ts';
import { type FileStore, requireContentType } from './file-store.ts';

export interface S3Options {
  /** Undefined for Amazon S3. Set it for other stores. */
  endpoint: string | undefined;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Puts the bucket's name in the path instead of the host name. Most other stores require that. */
  forcePathStyle: boolean;
  /** Limits one call including its retries. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
/** The SDK's errors have a status if the store answered. */
const answeredError = z.object({ $metadata: z.object({ httpStatusCode: z.int().optional() }) });

/** The AWS SDK is large, so it is loaded on the first call. */
export function createS3Store(options: S3Options): FileStore {
  const { bucket: Bucket, timeoutMs = TIMEOUT_MS } = options;
  let clientPromise: Promise<LoadedClient> | undefined;
  const call = async <T>(work: (s3: LoadedClient, abortSignal: AbortSignal) => Promise<T>): Promise<T> => {
    clientPromise ??= openClient(options);
    try {
      return await withTimeout(timeoutMs, work, await clientPromise);
    } catch (error) {
      const { $metadata } = answeredError.safeParse(error).data ?? {};
      throw ($metadata?.httpStatusCode ?? 503) >= 500 ? new ServiceUnavailable('file store', error) : error;
    }
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

type LoadedClient = Awaited<ReturnType<typeof openClient>>;

async function openClient(options: S3Options) {
  const library = await import('@aws-sdk/client-s3');
  const { endpoint, region, forcePathStyle, accessKeyId, secretAccessKey } = options;
  const client: S3Client = new library.S3Client({
    ...(endpoint ? { endpoint } : {}),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: MAX_ATTEMPTS,
    // Some S3-compatible stores reject the SDK's default checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { ...library, client };
}

/** Aborts a call that takes too long, even if the response has started and then stalls. */
async function withTimeout<T>(
  timeoutMs: number,
  work: (s3: LoadedClient, abortSignal: AbortSignal) => Promise<T>,
  s3: LoadedClient,
): Promise<T> {
  const timeout = Promise.withResolvers<never>();
  const aborter = new AbortController();
  const timer = setTimeout(() => {
    const error = new Error(`The file store did not answer within ${timeoutMs} ms`);
    timeout.reject(error);
    aborter.abort(error);
  }, timeoutMs);
  const result = work(s3, aborter.signal);
  // The call may fail after the timeout has already rejected. Don't let that be an unhandled rejection.
  result.catch(() => {});
  try {
    return await Promise.race([result, timeout.promise]);
  } finally {
    clearTimeout(timer);
  }
}
