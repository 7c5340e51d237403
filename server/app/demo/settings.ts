import { getPublicSettings } from '../../domains/content/content.service.ts';
import { changePublicSetting } from '../../domains/content/setting.service.ts';
import type { Deps } from '../../platform/deps.ts';

const POSTAL_ADDRESS = '1600 Broadway, Denver, CO 80202';

/** Sets our postal address, so that receipts and emails look as they do in production. */
export async function seedDemoSettings(deps: Deps): Promise<void> {
  const { postalAddress } = await getPublicSettings(deps.db);
  if (!postalAddress) await changePublicSetting(deps, 'postalAddress', POSTAL_ADDRESS);
}
