import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const addressSchema = z.object({ url: z.url(), controlKey: z.string(), pid: z.number().int() });
/** How to reach a running sandbox. Only the file's owner may read it, because it contains the control key. */
export type SandboxAddress = z.output<typeof addressSchema>;

export function getSandboxFolder(dataDir: string): string {
  return join(dataDir, 'sandbox');
}

function addressFile(dataDir: string): string {
  return join(getSandboxFolder(dataDir), 'address.json');
}

export function readAddress(dataDir: string): SandboxAddress | null {
  try {
    const parsed = addressSchema.safeParse(JSON.parse(readFileSync(addressFile(dataDir), 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function writeAddress(dataDir: string, address: SandboxAddress): void {
  const file = addressFile(dataDir);
  writeFileSync(`${file}.next`, `${JSON.stringify(address)}\n`, { mode: 0o600 });
  renameSync(`${file}.next`, file);
}

/** Keeps the file if another process has already replaced it. */
export function removeAddress(dataDir: string): void {
  if (readAddress(dataDir)?.pid === process.pid) rmSync(addressFile(dataDir), { force: true });
}
