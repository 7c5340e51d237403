import { onTestFinished, vi } from 'vitest';
import type { Authenticator } from './authenticator.ts';

interface PublicKeyOptions {
  publicKey: { challenge: ArrayBuffer };
}

const toBuffer = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url')).buffer;

const toBuffers = (response: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(response).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, toBuffer(value)]] : [],
    ),
  );

/**
 * Gives the browser a security key until the end of the test. Returns the prompts that the user saw.
 * `isDeclined` decides whether the user declines the current prompt.
 */
export function addSecurityKey(
  authenticator: Authenticator,
  { isDeclined = () => false }: { isDeclined?: () => boolean } = {},
): Array<'add' | 'use'> {
  const prompts: Array<'add' | 'use'> = [];
  const answer = (prompt: 'add' | 'use', { publicKey }: PublicKeyOptions) => {
    prompts.push(prompt);
    if (isDeclined()) throw new DOMException('The user declined.', 'NotAllowedError');
    const challenge = Buffer.from(publicKey.challenge).toString('base64url');
    const { id, response } =
      prompt === 'add' ? authenticator.create({ challenge }) : authenticator.use({ challenge });
    return {
      id,
      rawId: toBuffer(id),
      type: 'public-key',
      response: { ...toBuffers(response), getTransports: () => ['usb'] },
      getClientExtensionResults: () => ({}),
    };
  };
  vi.stubGlobal('PublicKeyCredential', class {});
  Object.defineProperty(navigator, 'credentials', {
    configurable: true,
    value: {
      create: async (options: PublicKeyOptions) => answer('add', options),
      get: async (options: PublicKeyOptions) => answer('use', options),
    },
  });
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return prompts;
}
