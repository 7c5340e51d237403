import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

export interface StoredMail {
  /** The file name without its extension. It starts with the time, so sorting ids sorts emails by time. */
  id: string;
  to: string;
  subject: string;
  sentAt: Date | null;
  text: string;
  html: string;
}

const MAIL_ID = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d+$/;
const EXTENSION = '.eml';

/** Returns the newest ids first, or an empty list if the folder doesn't exist yet. */
export async function listStoredMails(folder: string, limit = 100): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const ids = names
    .filter((name) => name.endsWith(EXTENSION))
    .map((name) => name.slice(0, -EXTENSION.length));
  return ids
    .filter((id) => MAIL_ID.test(id))
    .sort(compareNewestFirst)
    .slice(0, limit);
}

export async function readStoredMail(folder: string, id: string): Promise<StoredMail | null> {
  if (!MAIL_ID.test(id)) return null;
  const raw = await readFile(join(folder, id + EXTENSION)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!raw) return null;
  const mail = await PostalMime.parse(raw);
  return {
    id,
    to: (mail.to ?? []).map(formatAddress).join(', '),
    subject: mail.subject ?? '',
    sentAt: mail.date ? new Date(mail.date) : null,
    text: mail.text ?? '',
    html: mail.html ?? '',
  };
}

function formatAddress(address: Address): string {
  return address.address ?? address.name;
}

/** Compares numerically, because 10 must sort after 9. */
function compareNewestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}
