import { open, rename, rm } from 'node:fs/promises';
import { UTF8_BOM } from '../../lib/spreadsheet.ts';
import { CommandError } from './command.ts';

/** Writes a CSV file. If `secret`, only its owner can read it. */
export async function writeCsvFile<T>(
  file: string,
  writeRows: (write: (text: string) => Promise<void>) => Promise<T>,
  { secret = false }: { secret?: boolean } = {},
): Promise<T> {
  // Write to a temporary file first, so that a failure doesn't destroy an existing file.
  const temporaryFile = `${file}.part`;
  const fileHandle = await open(temporaryFile, 'w').catch((error: unknown) => {
    throw new CommandError(`${file} can't be written: ${error instanceof Error ? error.message : error}`);
  });
  try {
    if (secret) await fileHandle.chmod(0o600);
    await fileHandle.writeFile(UTF8_BOM);
    const result = await writeRows((text) => fileHandle.writeFile(text));
    await fileHandle.close();
    await rename(temporaryFile, file);
    return result;
  } catch (error) {
    await fileHandle.close();
    await rm(temporaryFile, { force: true });
    throw error;
  }
}
