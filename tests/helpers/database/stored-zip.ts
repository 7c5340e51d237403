const CENTRAL_DIRECTORY_SIGNATURE = 0x02014b50;
const END_OF_DIRECTORY_SIGNATURE = 0x06054b50;
const END_BYTES = 22;

/**
 * Reads an uncompressed zip, which is how passkit-generator writes Apple passes. Returns its files by name.
 */
export function readStoredZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.length - END_BYTES;
  if (zip.readUInt32LE(end) !== END_OF_DIRECTORY_SIGNATURE)
    throw new Error('This is not a zip without a comment');
  const files = new Map<string, Buffer>();
  let offset = zip.readUInt32LE(end + 16);
  for (let entriesLeft = zip.readUInt16LE(end + 10); entriesLeft > 0; entriesLeft--) {
    if (zip.readUInt32LE(offset) !== CENTRAL_DIRECTORY_SIGNATURE)
      throw new Error('The table of contents is broken');
    if (zip.readUInt16LE(offset + 10) !== 0) throw new Error('A file is compressed');
    const [size, nameLength, local] = [
      zip.readUInt32LE(offset + 24),
      zip.readUInt16LE(offset + 28),
      zip.readUInt32LE(offset + 42),
    ];
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength);
    const body = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    files.set(name, zip.subarray(body, body + size));
    offset += 46 + nameLength + zip.readUInt16LE(offset + 30) + zip.readUInt16LE(offset + 32);
  }
  return files;
}
