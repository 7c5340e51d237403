// Writes ACH files in the format of the National Automated Clearing House Association (Nacha). Every record
// has 94 characters, and every file a multiple of ten records.

/** A payment to a bank account. */
export interface AchEntry {
  routingNumber: string;
  accountNumber: string;
  accountKind: 'checking' | 'savings';
  amountCents: number;
  /** Identifies the payee to us, such as a reference code. A bank that returns the payment repeats it. */
  identification: string;
  name: string;
}

/** The bank that receives the file, and the company that pays. */
export interface AchOriginator {
  bankRouting: string;
  bankName: string;
  companyId: string;
  companyName: string;
  /** Identifies the sender of the file to the bank. */
  originId: string;
}

export interface AchFile {
  originator: AchOriginator;
  /** Distinguishes files of the same day: A to Z, then 0 to 9. */
  modifier: string;
  /** YYYY-MM-DD. */
  date: string;
  /** HH:MM. */
  time: string;
  /** The day on which the payments should arrive, as YYYY-MM-DD. */
  effectiveDate: string;
  /** Shown on bank statements. At most ten characters. */
  description: string;
  /** PPD entries pay people, and CCD entries pay companies. */
  entries: Readonly<Record<EntryClass, readonly AchEntry[]>>;
}

export type EntryClass = 'PPD' | 'CCD';

const RECORD_LENGTH = 94;
const RECORDS_PER_BLOCK = 10;
const CREDITS_ONLY = '220';
const TRANSACTION_CODES = { checking: '22', savings: '32' } as const;

interface Totals {
  entryCount: number;
  hash: number;
  cents: number;
}

interface Batch {
  entryClass: EntryClass;
  /** Starts at 1. */
  number: number;
  entries: readonly AchEntry[];
  /** The number of entries in the file's earlier batches. */
  entriesBefore: number;
}

/** Throws if a number is too long for its field. Cuts text that is too long. */
export function writeAchFile(file: AchFile): string {
  const batches = listBatches(file);
  const totals = batches.map(({ entries }) => addUp(entries));
  const records = [writeFileHeader(file), ...batches.flatMap((batch) => writeBatch(file, batch))];
  const blockCount = Math.ceil((records.length + 1) / RECORDS_PER_BLOCK);
  records.push(writeFileControl(totals, blockCount));
  while (records.length < blockCount * RECORDS_PER_BLOCK) records.push('9'.repeat(RECORD_LENGTH));
  return records.map((record) => `${record}\r\n`).join('');
}

function listBatches({ entries }: AchFile): Batch[] {
  const batches: Batch[] = [];
  let entriesBefore = 0;
  for (const entryClass of ['PPD', 'CCD'] as const) {
    const classEntries = entries[entryClass];
    if (classEntries.length === 0) continue;
    batches.push({ entryClass, number: batches.length + 1, entries: classEntries, entriesBefore });
    entriesBefore += classEntries.length;
  }
  return batches;
}

function addUp(entries: readonly AchEntry[]): Totals {
  return {
    entryCount: entries.length,
    hash: entries.reduce((sum, { routingNumber }) => sum + Number(routingNumber.slice(0, 8)), 0),
    cents: entries.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
}

function writeFileHeader({ originator, modifier, date, time }: AchFile): string {
  return toRecord(
    '101',
    ` ${padDigits(originator.bankRouting, 9)}`,
    alignRight(originator.originId, 10),
    toShortDate(date),
    time.replace(':', ''),
    alignLeft(modifier, 1),
    '094101',
    alignLeft(originator.bankName, 23),
    alignLeft(originator.companyName, 23),
    makeBlanks(8),
  );
}

function writeBatch(file: AchFile, { entryClass, number, entries, entriesBefore }: Batch): string[] {
  const { originator, date, effectiveDate, description } = file;
  const bankId = originator.bankRouting.slice(0, 8);
  const companyId = alignLeft(originator.companyId, 10);
  const { entryCount, hash, cents } = addUp(entries);
  const header = toRecord(
    '5',
    CREDITS_ONLY,
    alignLeft(originator.companyName, 16),
    makeBlanks(20),
    companyId,
    entryClass,
    alignLeft(description, 10),
    toShortDate(date),
    toShortDate(effectiveDate),
    makeBlanks(3),
    '1',
    bankId,
    padDigits(number, 7),
  );
  const control = toRecord(
    '8',
    CREDITS_ONLY,
    padDigits(entryCount, 6),
    lastDigits(hash, 10),
    padDigits(0, 12),
    padDigits(cents, 12),
    companyId,
    makeBlanks(25),
    bankId,
    padDigits(number, 7),
  );
  const details = entries.map((entry, index) => writeEntry(entry, bankId, entriesBefore + index + 1));
  return [header, ...details, control];
}

function writeEntry(entry: AchEntry, bankId: string, sequence: number): string {
  return toRecord(
    '6',
    TRANSACTION_CODES[entry.accountKind],
    padDigits(entry.routingNumber, 9),
    alignLeft(entry.accountNumber, 17),
    padDigits(entry.amountCents, 10),
    alignLeft(entry.identification, 15),
    alignLeft(entry.name, 22),
    makeBlanks(2),
    '0',
    bankId,
    padDigits(sequence, 7),
  );
}

function writeFileControl(batches: readonly Totals[], blockCount: number): string {
  const sum = (name: keyof Totals) => batches.reduce((total, batch) => total + batch[name], 0);
  return toRecord(
    '9',
    padDigits(batches.length, 6),
    padDigits(blockCount, 6),
    padDigits(sum('entryCount'), 8),
    lastDigits(sum('hash'), 10),
    padDigits(0, 12),
    padDigits(sum('cents'), 12),
    makeBlanks(39),
  );
}

function toRecord(...fields: string[]): string {
  const record = fields.join('');
  if (record.length !== RECORD_LENGTH) throw new Error(`An ACH record has ${record.length} characters`);
  return record;
}

/** Removes accents, and characters that bank files can't contain. */
export function toBankText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .toUpperCase();
}

const alignLeft = (text: string, length: number) => toBankText(text).slice(0, length).padEnd(length, ' ');
const alignRight = (text: string, length: number) => toBankText(text).slice(0, length).padStart(length, ' ');
const makeBlanks = (length: number) => ' '.repeat(length);

function padDigits(value: number | string, length: number): string {
  const text = String(value);
  if (!/^\d+$/.test(text) || text.length > length) throw new Error(`A field has room for ${length} digits`);
  return text.padStart(length, '0');
}

const lastDigits = (value: number, length: number) => String(value).padStart(length, '0').slice(-length);

/** Shortens YYYY-MM-DD to YYMMDD. */
const toShortDate = (date: string) => date.slice(2).replaceAll('-', '');
