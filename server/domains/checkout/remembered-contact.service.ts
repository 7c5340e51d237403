import type { Db } from '#db/client.ts';
import { findRememberedContact } from './remembered-contact.repository.ts';
import type { RememberedContact } from './remembered-contact.schema.ts';

export function getRememberedContact(db: Db, accountId: string): Promise<RememberedContact> {
  return findRememberedContact(db, accountId);
}
