import { isIP, isIPv6 } from 'node:net';
import { z } from 'zod';

export const booleanSetting = z
  .enum(['0', '1', 'true', 'false'], { error: 'use 1 or 0' })
  .transform((value) => value === '1' || value === 'true');
export const urlSetting = z
  .url({ protocol: /^https?$/, error: 'use a full URL: https://…' })
  .transform((value) => value.replace(/\/$/, ''));
export const listSetting = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
/** Origins as browsers send them: lowercase, without a default port. */
export const originsSetting = listSetting.pipe(
  z.array(urlSetting.transform((value) => new URL(value).origin)),
);

const signingSecret = z.string().min(32, 'use at least 32 characters each');

/** Comma-separated signing secrets. The first one signs; signatures by any of them are accepted. */
export const signingSecrets = listSetting.pipe(z.tuple([signingSecret], signingSecret));
export type SigningSecrets = z.infer<typeof signingSecrets>;

/** The networks that reverse proxies usually run in. */
const PRIVATE_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const PROXY_SHORTHANDS = new Map([
  ['0', []],
  ['false', []],
  ['1', PRIVATE_NETWORKS],
  ['true', PRIVATE_NETWORKS],
]);

/**
 * The proxies whose X-Forwarded-For we trust. If we trusted every caller, any of them could fake its IP
 * address to escape the rate limits.
 */
export const proxiesSetting = listSetting
  .refine((items) => items.every((item) => PROXY_SHORTHANDS.has(item) || isNetwork(item)), {
    error: 'use 0, 1 (a proxy on this machine or in a private network), or the addresses of the proxies',
  })
  .transform((items) => items.flatMap((item) => PROXY_SHORTHANDS.get(item) ?? [item]));
/** Accepts an IP address, or a range such as '10.0.0.0/8'. */
function isNetwork(text: string): boolean {
  const [address = '', bits = '0', ...rest] = text.split('/');
  if (rest.length > 0 || !isIP(address) || !/^\d+$/.test(bits)) return false;
  return Number(bits) <= (isIPv6(address) ? 128 : 32);
}

/** A key for encrypted columns. Each encrypted value contains the id of its key. */
export interface FieldKey {
  id: string;
  /** 32 bytes. */
  key: Uint8Array;
}

const FIELD_KEY = /^([\w-]{1,20}):([A-Za-z0-9+/_-]{43}=?)$/;

/** Keys for encrypted columns as 'id:base64,id2:base64', 32 bytes each. The first is the current one. */
export const fieldKeys = listSetting
  .transform((items) =>
    items.map((item) => {
      const [, id = '', text = ''] = FIELD_KEY.exec(item) ?? [];
      return { id, key: new Uint8Array(Buffer.from(text, 'base64')) };
    }),
  )
  .refine((keys) => keys.length > 0 && keys.every(({ key }) => key.length === 32), {
    error: 'use id:base64, keys of 32 bytes, the current one first, comma-separated',
  })
  .refine((keys) => new Set(keys.map(({ id }) => id)).size === keys.length, {
    error: 'give each key its own id',
  });

/** Lists the settings that are missing from a group of which only some are set. */
export function listMissingFromGroup(
  env: Readonly<Record<string, unknown>>,
  names: readonly string[],
): string[] {
  const unset = names.filter((name) => env[name] === undefined);
  return unset.length > 0 && unset.length < names.length
    ? [`${unset.join(', ')} (needed with the others)`]
    : [];
}
