import type { TableSample } from '../../lib/table/survey.ts';
import type { FileStore } from '../../platform/integrations/files/file-store.ts';
import { readInChunks } from '../../platform/take-turns.ts';
import { tableSample } from './mapping/mapping.schema.ts';

const PART_BYTES = 1024 * 1024;

// It quotes the file, so it is stored and removed with it.
const sampleKey = (importId: string) => `imports/${importId}/sample.json`;
const partKey = (importId: string, part: number) => `imports/${importId}/${part}.csv`;

/** Stores an upload in parts while it arrives. Throws the result of `refuse` if it is longer than `maxBytes`. */
export async function storeUpload(
  files: FileStore,
  importId: string,
  body: AsyncIterable<Uint8Array>,
  { maxBytes, refuse }: { maxBytes: number; refuse: () => Error },
): Promise<{ bytes: number; parts: number }> {
  const upload = { bytes: 0, parts: 0 };
  let chunks: Uint8Array[] = [];
  let size = 0;
  const storePart = async () => {
    upload.parts++;
    await files.put(partKey(importId, upload.parts), Buffer.concat(chunks));
    chunks = [];
    size = 0;
  };
  try {
    for await (const chunk of body) {
      upload.bytes += chunk.length;
      // Browsers don't read the refusal until they have sent everything.
      if (upload.bytes > 2 * maxBytes) throw refuse();
      if (upload.bytes > maxBytes) continue;
      chunks.push(chunk);
      size += chunk.length;
      if (size >= PART_BYTES) await storePart();
    }
    if (upload.bytes > maxBytes) throw refuse();
    if (size > 0) await storePart();
    return upload;
  } catch (error) {
    await removeUpload(files, { id: importId, parts: upload.parts });
    throw error;
  }
}

/** Yields the upload in small chunks, and gives other requests a turn between them. */
export async function* readUpload(
  files: FileStore,
  { id, parts }: { id: string; parts: number },
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let part = 1; part <= parts; part++) {
    const file = await files.get(partKey(id, part));
    if (!file) throw new Error(`Part ${part} of import ${id} is missing`);
    for await (const chunk of readInChunks(file.bytes)) {
      onRead(chunk.length);
      yield chunk;
    }
  }
}

export async function storeSample(files: FileStore, importId: string, sample: TableSample): Promise<void> {
  await files.put(sampleKey(importId), Buffer.from(JSON.stringify(sample)));
}

export async function readSample(files: FileStore, importId: string): Promise<TableSample | null> {
  const file = await files.get(sampleKey(importId));
  return file ? tableSample.parse(JSON.parse(Buffer.from(file.bytes).toString())) : null;
}

export async function removeUpload(
  files: FileStore,
  { id, parts }: { id: string; parts: number },
): Promise<void> {
  await files.remove(sampleKey(id));
  for (let part = 1; part <= parts; part++) await files.remove(partKey(id, part));
}
