import { businessesImport } from './businesses/businesses-import.ts';
import type { ImportKind } from './import-kind.ts';
import type { ImportKindName } from './import-kinds.shared.ts';
import { membersImport } from './members/members-import.ts';

export const KINDS: Record<ImportKindName, ImportKind> = {
  businesses: businessesImport,
  members: membersImport,
};
