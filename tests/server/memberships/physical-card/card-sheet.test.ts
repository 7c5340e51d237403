import { inflateSync } from 'node:zlib';
import decodeQr from 'qr/decode.js';
import { describe, expect, test } from 'vitest';
import { toSheetCard } from '#server/domains/memberships/physical-card/card-sheet.service.ts';
import {
  type CardSheet,
  streamCardSheetPdf,
} from '#server/domains/memberships/physical-card/card-sheet-pdf.ts';
import { newMembershipNumber } from '#server/lib/membership-number.ts';
import { drawInThread } from '#server/platform/media/pdf-thread.ts';

const WORKER = new URL(
  '../../../../server/domains/memberships/physical-card/card-sheet-worker.ts',
  import.meta.url,
);

function makeSheet(cards: number, changes: { verificationUrl?: string } = {}): CardSheet {
  return {
    title: 'Rocky Mountain Tools',
    paper: 'letter',
    printedAt: new Date('2026-11-22T12:00:00Z'),
    emptyText: '',
    cards: Array.from({ length: cards }, () => {
      const number = newMembershipNumber();
      const verificationUrl = `https://card.example/verify/card/${number}`;
      const card = {
        number,
        planName: 'Individual',
        holder: 'Maria Gomez',
        familyNames: [],
        verificationUrl,
      };
      return { ...card, expiresAt: new Date('2027-11-22T12:00:00Z'), ...changes };
    }),
  };
}

async function print(sheet: CardSheet): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of drawInThread(WORKER, sheet)) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

describe('card sheets drawn in a worker thread', () => {
  test('do not wait for another sheet whose reader stopped', async () => {
    const abandonedSheet = drawInThread(WORKER, makeSheet(40));
    const stalledSheet = drawInThread(WORKER, makeSheet(40));
    expect((await abandonedSheet.next()).done).toBe(false);
    expect(await abandonedSheet.return(undefined)).toMatchObject({ done: true });
    expect((await stalledSheet.next()).done).toBe(false);
    expect(await print(makeSheet(1))).toMatch(/^%PDF-1\.7[\s\S]+%%EOF\s*$/);
    // The stalled sheet was drawn completely and is waiting to be read.
    let last = new Uint8Array();
    for await (const piece of stalledSheet) last = new Uint8Array(piece);
    expect(Buffer.from(last).toString('latin1')).toMatch(/%%EOF\s*$/);
  });

  test('[D62] are refused if twenty are waiting', async () => {
    const empty = new URL('data:text/javascript,');
    const documents = Array.from({ length: 22 }, () => drawInThread(empty, null));
    const outcomes = await Promise.allSettled(documents.map((document) => document.next()));
    const refusalReasons = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    expect(refusalReasons).not.toEqual([]);
    for (const reason of refusalReasons)
      expect(reason).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  });

  test('throw an error if they cannot be drawn, and the next one is drawn', async () => {
    const tooLongUrl = `https://card.example/${'x'.repeat(3_000)}`;
    await expect(print(makeSheet(1, { verificationUrl: tooLongUrl }))).rejects.toThrow();
    expect(await print(makeSheet(1))).toMatch(/%%EOF\s*$/);
  });
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the drawing commands in a PDF. */
function readCommands(pdf: Buffer): string {
  const streams = pdf.toString('latin1').matchAll(/\/FlateDecode\n>>\nstream\n([\s\S]*?)\nendstream/g);
  return Array.from(streams, ([, bytes = '']) => inflateSync(Buffer.from(bytes, 'latin1')).toString()).join(
    '\n',
  );
}

/** Returns the rectangles in a PDF, in points. */
function parseRectangles(pdf: Buffer): Box[] {
  return Array.from(readCommands(pdf).matchAll(/^(\S+) (\S+) (\S+) (\S+) re$/gm), ([, ...sides]) => {
    const [x = 0, y = 0, width = 0, height = 0] = sides.map(Number);
    return { x, y, width, height };
  });
}

/** Decodes the code as a camera would: the bars at four pixels per module, with white around them. */
function scan(bars: Box[]): string {
  const scale = 4 / Math.min(...bars.map(({ height }) => height));
  const left = Math.min(...bars.map(({ x }) => x));
  const top = Math.min(...bars.map(({ y }) => y));
  const side = Math.round((Math.max(...bars.map(({ x, width }) => x + width)) - left) * scale) + 32;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const { x, y, width } of bars) {
    const [column, row] = [Math.round((x - left) * scale) + 16, Math.round((y - top) * scale) + 16];
    for (let line = row; line < row + 4; line++) {
      data.fill(0, (line * side + column) * 4, (line * side + column + Math.round(width * scale)) * 4);
    }
  }
  return decodeQr({ width: side, height: side, data });
}

test('the QR code on a card leads to its verification page', async () => {
  const sheet = makeSheet(1);
  const pieces: Uint8Array[] = [];
  for await (const piece of streamCardSheetPdf(sheet)) pieces.push(piece);
  // The band and the line below it are wider than any bar of the code.
  const bars = parseRectangles(Buffer.concat(pieces)).filter(({ width }) => width < 100);
  expect(bars.length).toBeGreaterThan(100);
  expect(scan(bars)).toBe(sheet.cards[0]?.verificationUrl);
});

test('a card names the family only while the plan is a family plan', () => {
  const row = {
    ...{ number: newMembershipNumber(), planName: 'Individual', firstname: 'Maria', lastname: 'Gomez' },
    ...{ latinName: null, email: null, spouseFirstname: 'Juan', spouseLastname: 'Gomez' },
    ...{ spouseLatinName: null, familyMembers: ['Ana Gomez'], familyLatinNames: [] },
  };
  const print = (isFamily: boolean) => toSheetCard({ ...row, isFamily }, new Date(), 'https://card.example');
  expect(print(true).familyNames).toEqual(['Juan Gomez', 'Ana Gomez']);
  expect(print(false).familyNames).toEqual([]);
});

test('each card has the awning and our mark', async () => {
  const MARIGOLD = '1 0.7607843137254902 0.2 scn';
  const pieces: Uint8Array[] = [];
  for await (const piece of streamCardSheetPdf(makeSheet(2))) pieces.push(piece);
  const shapes = readCommands(Buffer.concat(pieces)).split(/^f$/m);
  const stripesPerFill = shapes
    .filter((shape) => shape.includes(MARIGOLD))
    .map((shape) => shape.match(/^h$/gm)?.length);
  // For each card, every second one of the awning's 20 stripes, then the mark's sun and two stripes.
  expect(stripesPerFill).toEqual([10, 1, 1, 1, 10, 1, 1, 1]);
});
