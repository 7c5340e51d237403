import type { Operation } from './operation.ts';
import { accountOperations } from './operations/accounts.ts';
import { addressOperations } from './operations/addresses.ts';
import { affiliateOperations } from './operations/affiliates.ts';
import { catalogOperations } from './operations/catalog.ts';
import { checkoutOperations } from './operations/checkout.ts';
import { contentOperations } from './operations/content.ts';
import { membershipOperations } from './operations/memberships.ts';
import { storeOperations } from './operations/stores.ts';
import { viewerOperations } from './operations/viewer.ts';
import { webinarOperations } from './operations/webinar.ts';

export const OPERATIONS: readonly Operation[] = [
  ...accountOperations,
  ...addressOperations,
  ...affiliateOperations,
  ...catalogOperations,
  ...checkoutOperations,
  ...contentOperations,
  ...membershipOperations,
  ...storeOperations,
  ...viewerOperations,
  ...webinarOperations,
];
