import { addCodes } from '../../domains/webinar/code.service.ts';
import type { Deps } from '../../platform/deps.ts';

/** Each can be redeemed only once, like any webinar code. */
export const DEMO_WEBINAR_CODES = ['DEMO1', 'DEMO2', 'DEMO3', 'DEMO4', 'DEMO5'] as const;

export async function seedDemoWebinarCodes({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await addCodes(db, DEMO_WEBINAR_CODES, now());
}
