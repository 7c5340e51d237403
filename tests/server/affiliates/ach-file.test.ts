import { describe, expect, test } from 'vitest';
import { type AchEntry, type AchFile, writeAchFile } from '#server/domains/affiliates/bank-files/ach-file.ts';
import { isRoutingNumber } from '#server/lib/routing-number.ts';

const ENTRY: AchEntry = {
  routingNumber: '021000021',
  accountNumber: '000123456789',
  accountKind: 'checking',
  amountCents: 1_249,
  identification: 'AMY7K2M',
  name: 'Zoë Adams',
};

const FILE: AchFile = {
  originator: {
    bankRouting: '121042882',
    bankName: 'First Bank of Denver',
    companyId: '1234567890',
    companyName: 'Everything Card',
    originId: '1234567890',
  },
  modifier: 'A',
  date: '2026-12-02',
  time: '11:05',
  effectiveDate: '2026-12-03',
  description: 'PAYOUT',
  entries: { PPD: [ENTRY], CCD: [] },
};

function records(file: AchFile): string[] {
  const text = writeAchFile(file);
  expect(text.endsWith('\r\n')).toBe(true);
  return text.slice(0, -2).split('\r\n');
}

const write = (entries: Partial<AchFile['entries']>) =>
  records({ ...FILE, entries: { PPD: [], CCD: [], ...entries } });
const copies = (count: number, changes: Partial<AchEntry> = {}) =>
  Array.from({ length: count }, () => ({ ...ENTRY, ...changes }));

describe('an ACH file', () => {
  test('has each field where banks read it', () => {
    const pad = (text: string, length: number) => text.padEnd(length);
    expect(records(FILE)).toEqual([
      `101 1210428821234567890${'261202'}1105A094101${pad('FIRST BANK OF DENVER', 23)}${pad('EVERYTHING CARD', 23)}${pad('', 8)}`,
      `5220${pad('EVERYTHING CARD', 16)}${pad('', 20)}1234567890PPD${pad('PAYOUT', 10)}261202261203   1121042880000001`,
      `622021000021${pad('000123456789', 17)}0000001249${pad('AMY7K2M', 15)}${pad('ZOE ADAMS', 22)}  0121042880000001`,
      `82200000010002100002${'0'.repeat(12)}0000000012491234567890${pad('', 25)}121042880000001`,
      `9000001000001000000010002100002${'0'.repeat(12)}000000001249${pad('', 39)}`,
      ...Array.from({ length: 5 }, () => '9'.repeat(94)),
    ]);
  });

  test.each([
    [1, 10, '000001'],
    [6, 10, '000001'],
    [7, 20, '000002'],
    [16, 20, '000002'],
    [17, 30, '000003'],
  ])('with %i entries is filled up to %i records of 94 characters', (count, length, blocks) => {
    const lines = write({ PPD: copies(count) });
    expect(lines).toHaveLength(length);
    expect(new Set(lines.map((line) => line.length))).toEqual(new Set([94]));
    const control = lines.find((line) => /^9000001/.test(line)) ?? '';
    expect(control.slice(7, 13)).toBe(blocks);
    expect(control.slice(13, 21)).toBe(String(count).padStart(8, '0'));
  });

  test('keeps the last ten digits of the hash, and adds up both batches', () => {
    const lines = write({
      PPD: copies(120, { routingNumber: '999999992', amountCents: 10_000_000 }),
      CCD: copies(2, { accountKind: 'savings', amountCents: 50 }),
    });
    const [first = '', second = ''] = lines.filter((line) => line.startsWith('8'));
    expect(first.slice(4, 20)).toBe(`000120${String((99_999_999 * 120) % 10 ** 10).padStart(10, '0')}`);
    expect(first.slice(32, 44)).toBe('001200000000');
    expect(second.slice(4, 20)).toBe('0000020004200004');
    expect(lines.filter((line) => line.startsWith('5')).map((line) => line.slice(50, 53))).toEqual([
      'PPD',
      'CCD',
    ]);
    const control = lines.find((line) => line.startsWith('9000002')) ?? '';
    const hash = (99_999_999 * 120 + 2 * 2_100_002) % 10 ** 10;
    expect(control.slice(13, 31)).toBe(`00000122${String(hash).padStart(10, '0')}`);
    expect(control.slice(43, 55)).toBe('001200000100');
  });

  test('numbers the entries through both batches, and tells checking from savings', () => {
    const lines = write({ PPD: copies(2), CCD: copies(1, { accountKind: 'savings' }) });
    const entries = lines.filter((line) => line.startsWith('6'));
    expect(entries.map((line) => [line.slice(1, 3), line.slice(79)])).toEqual([
      ['22', '121042880000001'],
      ['22', '121042880000002'],
      ['32', '121042880000003'],
    ]);
  });

  test('cuts long text and removes what banks can’t store', () => {
    const [entry = ''] = write({
      CCD: [{ ...ENTRY, name: 'Ünïted “Bakers” of Western Colorado', identification: 'A'.repeat(20) }],
    }).filter((line) => line.startsWith('6'));
    expect(entry.slice(39, 76)).toBe(`${'A'.repeat(15)}UNITED BAKERS OF WESTE`);
  });

  test.each<[string, Partial<AchEntry>]>([
    ['an amount that is too large', { amountCents: 10_000_000_000 }],
    ['an amount with a fraction', { amountCents: 10.5 }],
    ['a negative amount', { amountCents: -1 }],
    ['a routing number that is too long', { routingNumber: '0210000210' }],
  ])('refuses %s', (_, changes) => {
    expect(() => write({ PPD: copies(1, changes) })).toThrow(/room for/);
  });
});

test.each([
  ['021000021', true],
  ['121042882', true],
  ['021000022', false],
  ['000000000', false],
  ['02100002', false],
  ['0210000211', false],
  ['02100002a', false],
])('the routing number %s is valid: %s', (text, isValid) => {
  expect(isRoutingNumber(text)).toBe(isValid);
});
