import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FileStore, findContentType } from '#server/platform/integrations/files/file-store.ts';
import { createFolderStore } from '#server/platform/integrations/files/folder-store.ts';
import { createS3Store } from '#server/platform/integrations/files/s3-store.ts';
import { type S3Server, startS3Server } from '#tests/helpers/fakes/s3-server.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const temporary = temporaryFolder();
let s3: S3Server;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterEach(() => s3.clearFaults());
afterAll(() => s3.close());

const filesFolder = () => join(temporary(), 'data', 'files');
const STORES: ReadonlyArray<readonly [name: string, open: () => FileStore]> = [
  ['a folder', () => createFolderStore({ folder: filesFolder() })],
  ['S3', () => createS3Store(s3.options)],
];
const bytes = (length: number, fill = 7) => new Uint8Array(length).fill(fill);
const INVALID_KEYS = [
  '',
  'logo.webp',
  '/logos/a.webp',
  'logos//a.webp',
  '../a.webp',
  'logos/../../a.webp',
  'logos/.a.webp',
  'logos/a',
  'logos/a.svg',
  'logos/a.html',
  'logos/a.constructor',
  'logos/A.webp',
  'logos/a.webp\n',
  'logos/a\0.webp',
  'logos/%2e%2e/a.webp',
  'logos\\a.webp',
  `logos/${'a'.repeat(101)}.webp`,
];

describe.each(STORES)('[D51] files stored in %s', (_name, open) => {
  let files: FileStore;
  beforeEach(() => {
    files = open();
  });

  test('are read unchanged until they are removed', async () => {
    const picture = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    await files.put('logos/first.webp', picture);
    const storedFile = await files.get('logos/first.webp');
    expect(Buffer.compare(Buffer.from(storedFile?.bytes ?? []), picture)).toBe(0);
    expect(storedFile?.contentType).toBe('image/webp');
    await files.remove('logos/first.webp');
    expect(await files.get('logos/first.webp')).toBeNull();
    await files.remove('logos/first.webp');
  });

  test('are read as null if they are missing', async () => {
    expect(await files.get('logos/none.webp')).toBeNull();
    expect(await files.get('nowhere/at-all.pdf')).toBeNull();
  });

  test('can be overwritten concurrently and are never read incomplete', async () => {
    await files.put('logos/many.webp', bytes(200_000, 1));
    const writes = Promise.all(
      [2, 3, 4, 5].map((fill) => files.put('logos/many.webp', bytes(200_000, fill))),
    );
    for (let round = 0; round < 10; round++) {
      const storedFile = await files.get('logos/many.webp');
      expect(storedFile?.bytes.length).toBe(200_000);
      expect(new Set(storedFile?.bytes).size).toBe(1);
    }
    await writes;
  });

  test('can be empty', async () => {
    await files.put('logos/empty.txt', bytes(0));
    expect(await files.get('logos/empty.txt')).toMatchObject({
      bytes: expect.toSatisfy((b) => b.length === 0),
    });
  });

  test.each(INVALID_KEYS)('cannot have the key %j', async (key) => {
    expect(findContentType(key)).toBeNull();
    await expect(async () => files.put(key, bytes(1))).rejects.toThrow('no key');
    await expect(async () => files.get(key)).rejects.toThrow('no key');
    await expect(async () => files.remove(key)).rejects.toThrow('no key');
  });
});

describe('[D51] the folder store', () => {
  test('leaves no temporary file, and reports a folder that is not writable', async () => {
    const folder = join(temporary(), 'drafts');
    await createFolderStore({ folder }).put('logos/a.webp', bytes(3));
    expect(await readdir(join(folder, 'logos'))).toEqual(['a.webp']);
    expect(await readFile(join(folder, 'logos', 'a.webp'))).toHaveLength(3);

    const blockedPath = join(temporary(), 'blocked');
    await mkdir(blockedPath);
    await writeFile(join(blockedPath, 'logos'), 'a file where a folder should be');
    const files = createFolderStore({ folder: blockedPath });
    await expect(files.put('logos/a.webp', bytes(3))).rejects.toThrow(/ENOTDIR|EEXIST/);
    await expect(files.get('logos/a.webp')).rejects.toThrow('ENOTDIR');
  });
});

describe('[D51] the S3 store', () => {
  test('signs its requests and sends each file’s content type', async () => {
    await createS3Store(s3.options).put('logos/kind.webp', bytes(10));
    expect(s3.objects.get('/cards/logos/kind.webp')).toMatchObject({ contentType: 'image/webp' });
    const otherUser = createS3Store({ ...s3.options, accessKeyId: 'other' });
    await expect(otherUser.get('logos/kind.webp')).rejects.toThrow('SignatureDoesNotMatch');
  });

  test('retries after a failure, and gives up after three', async () => {
    const files = createS3Store(s3.options);
    s3.fail('error', 2);
    await files.put('logos/again.webp', bytes(10));
    expect((await files.get('logos/again.webp'))?.bytes).toHaveLength(10);
    s3.fail('error', 3);
    await expect(files.get('logos/again.webp')).rejects.toThrow();
    expect((await files.get('logos/again.webp'))?.bytes).toHaveLength(10);
  });

  test('reports a missing bucket as an error, not as a missing file', async () => {
    s3.fail('no bucket');
    await expect(createS3Store(s3.options).get('logos/any.webp')).rejects.toThrow('NoSuchBucket');
  });

  test.each(['silence', 'half'] as const)('times out on a slow response (%s)', async (fault) => {
    const files = createS3Store({ ...s3.options, timeoutMs: 1_000 });
    await createS3Store(s3.options).put('logos/slow.webp', bytes(50_000));
    // Connect first, so that the limit is reached while the response is awaited.
    await files.get('logos/slow.webp');
    s3.fail(fault);
    const startedAt = performance.now();
    await expect(files.get('logos/slow.webp')).rejects.toThrow('1000 ms');
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('throws if the server is unreachable', async () => {
    const files = createS3Store({ ...s3.options, endpoint: 'http://127.0.0.1:9', timeoutMs: 3_000 });
    await expect(files.put('logos/a.webp', bytes(1))).rejects.toThrow();
  });
});
