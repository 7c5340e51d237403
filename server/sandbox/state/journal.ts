import { closeSync, fstatSync, ftruncateSync, openSync, readSync, renameSync, writeSync } from 'node:fs';

/** The position and length of a blob in the journal, in bytes. A blob is read only when needed. */
export interface BlobRef {
  readonly offset: number;
  readonly length: number;
}

const NEWLINE = 10;
const BLOB_MARKER = 66; // 'B'
const CHUNK_BYTES = 1 << 20;

/**
 * An append-only file. A transaction is one write: its blobs (events, responses), then its commit line. A
 * killed process therefore leaves either a whole transaction or an incomplete one at the end. No response was
 * sent for an incomplete one, so the next start cuts it off.
 */
export class Journal<Commit> {
  readonly #path: string;
  #file: number;
  #size: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, 'a+', 0o600);
    this.#size = fstatSync(this.#file).size;
  }

  get size(): number {
    return this.#size;
  }

  replay(apply: (commit: Commit, blobs: ReadonlyMap<string, BlobRef>) => void): void {
    const blobs = new Map<string, BlobRef>();
    let completeBytes = 0;
    for (const { offset, line } of this.#lines()) {
      if (line[0] === BLOB_MARKER) {
        const tabIndex = line.indexOf(9);
        blobs.set(line.toString('utf8', 2, tabIndex), {
          offset: offset + tabIndex + 1,
          length: line.length - tabIndex - 1,
        });
      } else {
        const commit: Commit = JSON.parse(line.toString('utf8', 2));
        apply(commit, blobs);
        blobs.clear();
        completeBytes = offset + line.length + 1;
      }
    }
    if (completeBytes < this.#size) {
      ftruncateSync(this.#file, completeBytes);
      this.#size = completeBytes;
    }
  }

  append(commit: Commit, blobs: ReadonlyMap<string, string>): Map<string, BlobRef> {
    const refs = new Map<string, BlobRef>();
    const buffers: Buffer[] = [];
    let offset = this.#size;
    for (const [id, text] of blobs) {
      const head = Buffer.from(`B ${id}\t`);
      const body = Buffer.from(`${text}\n`);
      buffers.push(head, body);
      refs.set(id, { offset: offset + head.length, length: body.length - 1 });
      offset += head.length + body.length;
    }
    buffers.push(Buffer.from(`C ${JSON.stringify(commit)}\n`));
    const buffer = Buffer.concat(buffers);
    let written = 0;
    try {
      while (written < buffer.length) written += writeSync(this.#file, buffer, written);
    } catch (error) {
      ftruncateSync(this.#file, this.#size);
      throw error;
    }
    this.#size += buffer.length;
    return refs;
  }

  read(ref: BlobRef): string {
    const buffer = Buffer.alloc(ref.length);
    let bytesRead = 0;
    while (bytesRead < ref.length) {
      const count = readSync(this.#file, buffer, bytesRead, ref.length - bytesRead, ref.offset + bytesRead);
      if (count === 0) throw new Error(`The sandbox's journal ${this.#path} ends too early`);
      bytesRead += count;
    }
    return buffer.toString('utf8');
  }

  /** Replaces the file's contents. The old file stays in place until the new one is complete. */
  rewrite(
    transactions: Iterable<{ commit: Commit; blobs: ReadonlyMap<string, string> }>,
  ): Map<string, BlobRef> {
    const replacement = new Journal<Commit>(`${this.#path}.next`);
    ftruncateSync(replacement.#file, 0);
    replacement.#size = 0;
    const refs = new Map<string, BlobRef>();
    for (const { commit, blobs } of transactions) {
      for (const [id, ref] of replacement.append(commit, blobs)) refs.set(id, ref);
    }
    renameSync(`${this.#path}.next`, this.#path);
    closeSync(this.#file);
    this.#file = replacement.#file;
    this.#size = replacement.#size;
    return refs;
  }

  close(): void {
    closeSync(this.#file);
  }

  *#lines(): Generator<{ offset: number; line: Buffer }> {
    let rest: Buffer = Buffer.alloc(0);
    let offset = 0;
    for (let position = 0; position < this.#size; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, this.#size - position));
      const count = readSync(this.#file, chunk, 0, chunk.length, position);
      if (count === 0) return;
      position += count;
      rest = rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)]);
      for (let lineEnd = rest.indexOf(NEWLINE); lineEnd >= 0; lineEnd = rest.indexOf(NEWLINE)) {
        yield { offset, line: rest.subarray(0, lineEnd) };
        offset += lineEnd + 1;
        rest = rest.subarray(lineEnd + 1);
      }
    }
  }
}
