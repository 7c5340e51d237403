import { type Db, inTransaction } from '#db/client.ts';
import { supersedePayoutAccount } from '#server/domains/affiliates/payout-accounts/payout-account.repository.ts';
import { getAccountNumberPlace } from '#server/domains/affiliates/payout-accounts/payout-account.service.ts';
import { newId } from '#server/lib/ids.ts';
import type { FieldCipher } from '#server/platform/security/field-cipher.ts';
import { makeW9 } from './tax-form.ts';

interface TestPayoutAccount {
  accountId: string;
  number?: string;
  kind?: 'checking' | 'savings';
  holderName?: string;
  createdAt?: Date;
  usableFrom?: Date;
}

/** Puts a bank account on file. Returns its id. */
export async function makePayoutAccount(
  db: Db,
  cipher: FieldCipher,
  account: TestPayoutAccount,
): Promise<string> {
  const { accountId, number = '000123456789', kind = 'checking', holderName = 'Amy Adams' } = account;
  const createdAt = account.createdAt ?? new Date('2026-11-21T12:00:00Z');
  const id = newId();
  await inTransaction(db, (trx) =>
    supersedePayoutAccount(trx, {
      id,
      accountId,
      kind,
      holderName,
      routingNumber: '021000021',
      encryptedNumber: cipher.encrypt(number, getAccountNumberPlace(id)),
      last4: number.slice(-4),
      createdAt,
      usableFrom: account.usableFrom ?? createdAt,
    }),
  );
  return id;
}

/** Files a W-9, and puts a bank account on file: what a payout needs. */
export async function makePayable(db: Db, cipher: FieldCipher, owner: { accountId: string }): Promise<void> {
  await makeW9(db, cipher, owner);
  await makePayoutAccount(db, cipher, owner);
}
