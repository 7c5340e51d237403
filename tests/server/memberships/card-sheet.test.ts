import { describe, expect, test } from 'vitest';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import type { CardSheet } from '#server/memberships/card-sheet-pdf.ts';
import { printInThread } from '#server/memberships/card-sheet-thread.ts';

/** Threads load the PDF library anew, on a machine that does other things too. */
const TIMEOUT = 120_000;

function sheetOf(cards: number, changes: { verificationUrl?: string } = {}): CardSheet {
  return {
    companyName: 'Rocky Mountain Tools',
    paper: 'letter',
    printedAt: new Date('2026-11-22T12:00:00Z'),
    emptyWords: '',
    cards: Array.from({ length: cards }, () => {
      const number = newMembershipNumber();
      const verificationUrl = `https://card.example/verify/card/${number}`;
      const card = { number, planName: 'Individual', holder: 'Maria Gomez', family: [], verificationUrl };
      return { ...card, expiresAt: new Date('2027-11-22T12:00:00Z'), ...changes };
    }),
  };
}

async function print(sheet: CardSheet): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of printInThread(sheet)) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

describe('[issue 6] sheets drawn in a thread of their own', { timeout: TIMEOUT }, () => {
  test('whoever stops taking one, or takes nothing more of it, holds up nobody', async () => {
    const left = printInThread(sheetOf(40));
    const stalled = printInThread(sheetOf(40));
    expect((await left.next()).done).toBe(false);
    expect(await left.return(undefined)).toMatchObject({ done: true });
    expect((await stalled.next()).done).toBe(false);
    expect(await print(sheetOf(1))).toMatch(/^%PDF-1\.7[\s\S]+%%EOF\s*$/);
    // It was drawn to its end meanwhile, and waits.
    let last = new Uint8Array();
    for await (const piece of stalled) last = new Uint8Array(piece);
    expect(Buffer.from(last).toString('latin1')).toMatch(/%%EOF\s*$/);
  });

  test('a sheet that cannot be drawn is an error, and the next one is drawn', async () => {
    const tooLong = `https://card.example/${'x'.repeat(3_000)}`;
    await expect(print(sheetOf(1, { verificationUrl: tooLong }))).rejects.toThrow();
    expect(await print(sheetOf(1))).toMatch(/%%EOF\s*$/);
  });
});
