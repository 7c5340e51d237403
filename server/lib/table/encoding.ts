import { TableError } from './table-error.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** In bytes. The start of a file shows whether it is UTF-16. */
const SAMPLE_BYTES = 1_024;
/** Text in UTF-16 has a zero in at least this part of its bytes, because separators and line breaks do. */
const MIN_ZEROS = 1 / 16;

const NOT_TEXT = 'This isn’t a text file. Save the table as a CSV file first, then choose that file';

const MAGIC_NUMBERS = [
  // A workbook of Excel or LibreOffice, an older one, and a PDF.
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];

/** Returns null if the bytes aren't text. UTF-8 may turn out to be Windows-1252 later in the file. */
function guessEncoding(sample: Uint8Array): Encoding | null {
  const startsWith = (bytes: readonly number[]) => bytes.every((byte, index) => sample[index] === byte);
  if (startsWith([0xff, 0xfe])) return 'utf-16le';
  if (startsWith([0xfe, 0xff])) return 'utf-16be';
  if (MAGIC_NUMBERS.some(startsWith)) return null;
  const countZeros = (remainder: number) =>
    sample.filter((byte, index) => byte === 0 && index % 2 === remainder).length;
  const [even, odd] = [countZeros(0), countZeros(1)];
  if (even + odd === 0) return 'utf-8';
  const isFrequent = even + odd >= sample.length * MIN_ZEROS;
  if (isFrequent && even === 0) return 'utf-16le';
  return isFrequent && odd === 0 ? 'utf-16be' : null;
}

/**
 * Decodes a file in pieces: UTF-8, UTF-16, or Windows-1252, with or without a byte order mark. From the first
 * piece that isn't valid UTF-8, a file is read as Windows-1252. Pass the encoding if the whole file was read
 * before, so that its first part is read the same way.
 */
export class TableDecoder {
  /** Undefined until enough of the file was read. */
  encoding: Encoding | undefined;
  /** The start of the file until its encoding is known, later an incomplete character. */
  #pending: Uint8Array = new Uint8Array();
  #decoder: TextDecoder | undefined;
  #isStart = true;

  constructor(encoding?: Encoding) {
    this.encoding = encoding;
  }

  /** Throws TableError if the file isn't text. */
  decode(chunk: Uint8Array, { isLast = false } = {}): string {
    const bytes = join(this.#pending, chunk);
    if (this.encoding === undefined && bytes.length < SAMPLE_BYTES && !isLast) {
      this.#pending = bytes;
      return '';
    }
    this.encoding ??= guessEncoding(bytes.subarray(0, SAMPLE_BYTES)) ?? undefined;
    if (this.encoding === undefined) throw new TableError(NOT_TEXT);
    const text = this.#decodeBytes(bytes, this.encoding, isLast);
    const withoutMark = this.#isStart && text.startsWith('\ufeff') ? text.slice(1) : text;
    if (text !== '') this.#isStart = false;
    return withoutMark;
  }

  #decodeBytes(bytes: Uint8Array, encoding: Encoding, isLast: boolean): string {
    this.#pending = new Uint8Array();
    if (encoding !== 'utf-8') {
      this.#decoder ??= new TextDecoder(encoding, { ignoreBOM: true });
      return this.#decoder.decode(bytes, { stream: !isLast });
    }
    const length = isLast ? bytes.length : findCompleteLength(bytes);
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
        bytes.subarray(0, length),
      );
      this.#pending = bytes.slice(length);
      return text;
    } catch {
      this.encoding = 'windows-1252';
      return this.#decodeBytes(bytes, this.encoding, isLast);
    }
  }
}

/** Decodes a whole file. Throws TableError if it isn't text. */
export function decodeTable(bytes: Uint8Array): string {
  return new TableDecoder().decode(bytes, { isLast: true });
}

function join(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const joined = new Uint8Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}

/** Returns the length without the bytes of a UTF-8 character that continues in the next chunk. */
function findCompleteLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0x80 && byte < 0xc0) continue;
    const characterLength = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return characterLength > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
