import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Checks with openssl that a detached PKCS #7 signature matches the text, and that `authority` issued its
 * certificate.
 */
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
      const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
      // Any other error, such as a missing openssl, says nothing about the signature.
      if (/Verification failure/i.test(stderr)) return false;
      throw error;
    },
  );
}
