import type { Deps } from '../deps.ts';
import { addWebinarCodes } from '../webinar/code.service.ts';

/** Like any webinar code, each can be redeemed once. */
export const DEMO_WEBINAR_CODES = ['DEMO1', 'DEMO2', 'DEMO3', 'DEMO4', 'DEMO5'] as const;

export async function seedDemoWebinarCodes(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await addWebinarCodes(deps, DEMO_WEBINAR_CODES);
}
