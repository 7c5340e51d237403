import type { Db } from '#db/client.ts';
import { inTransaction } from '#db/client.ts';
import type { W9Input } from '#server/domains/affiliates/tax-forms/tax-form.schema.ts';
import { fileW9 } from '#server/domains/affiliates/tax-forms/tax-form.service.ts';
import type { FieldCipher } from '#server/platform/security/field-cipher.ts';

export const W9: W9Input = {
  usPerson: true,
  legalNameOfBusiness: 'Gomez Bakery LLC',
  taxClassification: 'llc',
  idType: 'ssn',
  idNumber: '123456789',
  acceptedTerms: true,
};

/** Files a W-9 the way a purchase does. */
export async function makeW9(
  db: Db,
  cipher: FieldCipher,
  form: { accountId: string; w9?: Partial<W9Input>; now?: Date },
): Promise<void> {
  const now = form.now ?? new Date('2026-11-21T12:00:00Z');
  await inTransaction(db, (trx) =>
    fileW9({ cipher }, trx, {
      accountId: form.accountId,
      w9: { ...W9, ...form.w9 },
      ip: '198.51.100.7',
      now,
    }),
  );
}
