import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether openssl finds that a detached signature (PKCS #7) is of this text and by somebody whom `authority` vouches for. */
export async function opensslVerifies(
  folder: string,
  { text, signature, authority }: { text: Buffer; signature: Buffer; authority: string },
): Promise<boolean> {
  const [textFile, signatureFile, authorityFile] = ['text', 'signature', 'authority.pem'].map((name) =>
    join(folder, name),
  );
  await writeFile(textFile ?? '', text);
  await writeFile(signatureFile ?? '', signature);
  await writeFile(authorityFile ?? '', authority);
  const args = ['-inform', 'DER', '-in', signatureFile, '-content', textFile, '-CAfile', authorityFile];
  return run('openssl', [
    'smime',
    '-verify',
    '-binary',
    ...args.map(String),
    '-out',
    join(folder, 'out'),
  ]).then(
    () => true,
    (error: unknown) => {
      const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
      // Anything else, a missing program above all, is no answer.
      if (/Verification failure/i.test(said)) return false;
      throw error;
    },
  );
}
