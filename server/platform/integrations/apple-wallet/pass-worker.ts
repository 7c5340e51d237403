import { readdirSync, readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { PKPass } from 'passkit-generator';
import { z } from 'zod';

// This runs in a worker thread, because signing and zipping a pass blocks its thread for about 30 ms.

const signing = z.object({ certificate: z.string(), key: z.string(), wwdr: z.string() }).parse(workerData);
const passRequest = z.object({ id: z.int(), content: z.string() });

const folder = new URL('./pictures/', import.meta.url);
const pictures = Object.fromEntries(
  readdirSync(folder)
    .filter((name) => name.endsWith('.png'))
    .map((name) => [name, readFileSync(new URL(encodeURIComponent(name), folder))]),
);

function makePass(content: string): Buffer {
  const files = { ...pictures, 'pass.json': Buffer.from(content) };
  const certificates = { signerCert: signing.certificate, signerKey: signing.key, wwdr: signing.wwdr };
  return new PKPass(files, certificates).getAsBuffer();
}

parentPort?.on('message', (message: unknown) => {
  const { id, content } = passRequest.parse(message);
  try {
    parentPort?.postMessage({ id, pass: makePass(content) });
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error) });
  }
});
