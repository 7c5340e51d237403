import { readDomain } from './domain.ts';
import { cleanLine, unwrap } from './plain-text.ts';
import type { Reading } from './reading.ts';

const INVALID: Reading = { error: 'Please enter a web address, such as www.example.com' };
const FULL_ADDRESS = /^https?:\/\//i;
const HOST = /^([^\s/?#:@]+)(?::\d{1,5})?(?:[/?#]\S*)?$/;

/** An http or https address. An address without https://, such as 'www.example.com/menu', gets it. */
export function readWebAddress(text: string): Reading {
  const line = unwrapAddress(text);
  if (FULL_ADDRESS.test(line)) return URL.canParse(line) ? { value: line } : INVALID;
  const [, host = ''] = HOST.exec(line) ?? [];
  const address = `https://${line}`;
  return readDomain(host) !== null && URL.canParse(address) ? { value: address } : INVALID;
}

/** A path may end in punctuation, so only a bare host loses it. */
function unwrapAddress(text: string): string {
  const line = cleanLine(text);
  const bare = unwrap(line);
  return /^["'“”‘’«»<([]/.test(line) || !/[/?#]/.test(line.replace(FULL_ADDRESS, '')) ? bare : line;
}
