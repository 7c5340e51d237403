import type { Db } from '#db/client.ts';
import { addCodes, createWebinarCodes } from '#server/domains/webinar/code.service.ts';
import { NO_AUTHOR } from '#server/platform/monitoring/audit.service.ts';
import { makeSetting } from './content.ts';

export const VIDEO = 'https://videos.example/webinar.webm';

/** Creates a webinar code as staff would. */
export async function makeWebinarCode(db: Db, now: Date, code?: string): Promise<string> {
  const [created] = code
    ? await addCodes(db, [code], now)
    : await createWebinarCodes({ db, now: () => now }, 1, NO_AUTHOR);
  if (created === undefined) throw new Error(`The code ${code} already exists`);
  return created;
}

/** Sets the webinar's video, or removes it if `link` is omitted. */
export const setWebinarVideo = (db: Db, link = '') => makeSetting(db, 'webinarlink', link);

export const SURVEY = {
  businessName: 'Blue Door Coffee',
  name: 'Zoë Smith',
  email: 'zoe@example.com',
  phone: '(555) 010-0199',
  restaurant: 'IHOP',
} as const;
