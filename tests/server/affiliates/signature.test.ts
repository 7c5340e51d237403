import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { signatureImage } from '#server/domains/affiliates/signature.schema.ts';
import { reencodeSignature } from '#server/domains/affiliates/signature.service.ts';
import { asDataUrl, makePicture, makePng, makeSignature } from '#tests/helpers/pictures.ts';

const UNSIGNED_MESSAGE = 'Please sign above to continue';
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const signatureError = (sentence: string) => ({
  code: 'INVALID_INPUT',
  message: sentence,
  fieldErrors: { signature: sentence },
});
const readReencoded = async (dataUrl: string) =>
  sharp(Buffer.from(await reencodeSignature(dataUrl), 'base64'));

/** Draws a line on a transparent background. */
function strokes(grey: number, width = 600, height = 300): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 4);
  for (let x = 20; x < 400; x++) {
    const y = Math.round(height / 2 + 50 * Math.sin(x / 30));
    for (const row of [y, y + 1]) pixels.set([grey, grey, grey, 255], (row * width + x) * 4);
  }
  const raw = { width, height, channels: 4 } as const;
  return sharp(pixels, { raw }).png().toBuffer();
}

describe('[S5 affiliate reference page] a re-encoded signature', () => {
  test.each([
    [300, 150, 300, 150],
    [1_200, 600, 600, 300],
    [1_200, 100, 600, 50],
  ])('is a small PNG: %i × %i becomes %i × %i', async (width, height, ...becomes) => {
    const reencoded = await reencodeSignature(makeSignature(width, height));
    const metadata = await sharp(Buffer.from(reencoded, 'base64')).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['png', ...becomes]);
    expect(reencoded.length).toBeLessThan(40_000);
  });

  test('has dark ink on white, whatever the background was', async () => {
    const { channels } = await (await readReencoded(asDataUrl(await strokes(40)))).stats();
    expect(channels[0]).toMatchObject({ max: 255, min: expect.toSatisfy((min: number) => min < 120) });
  });

  test('contains only pixels, no other data from the file', async () => {
    const textChunks: Array<[string, Buffer]> = [['tEXt', Buffer.from('Comment\0CANARY-417902286')]];
    const png = makePng(200, 100, textChunks, (x, y) => (x + y) % 20 > 3);
    expect(png.toString('latin1')).toContain('CANARY');
    const reencoded = Buffer.from(await reencodeSignature(asDataUrl(png)), 'base64');
    expect(reencoded.toString('latin1')).not.toContain('CANARY');
  });
});

describe('[S5 affiliate reference page] an invalid signature', () => {
  test.each([
    ['if it is all white', asDataUrl(makePng(300, 150, [], () => true))],
    ['if it is all black', asDataUrl(makePng(300, 150))],
    [
      'if it has only a few dots',
      asDataUrl(makePng(300, 150, [], (x, y) => !(y === 70 && x > 100 && x < 108))),
    ],
    ['if it has one pixel', asDataUrl(makePng(1, 1))],
    ['if it has no size', asDataUrl(makePng(0, 0))],
    ['if it is cut off', makeSignature().slice(0, 160)],
    ['if it is text', asDataUrl(Buffer.from('signed, Maria Gomez'))],
    [
      'if it is an SVG',
      asDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>')),
    ],
  ])('is refused at its field %s', async (_, dataUrl) => {
    await expect(reencodeSignature(dataUrl)).rejects.toMatchObject(signatureError(UNSIGNED_MESSAGE));
  });

  test('is refused if it is transparent or white on transparent', async () => {
    const emptyPng = await sharp({
      create: { width: 300, height: 150, channels: 4, background: transparent },
    })
      .png()
      .toBuffer();
    for (const png of [emptyPng, await strokes(255)]) {
      await expect(reencodeSignature(asDataUrl(png))).rejects.toMatchObject(signatureError(UNSIGNED_MESSAGE));
    }
  });

  test.each(['jpeg', 'webp'] as const)('is refused if it is a %s labeled as PNG', async (format) => {
    await expect(reencodeSignature(asDataUrl(await makePicture(format)))).rejects.toMatchObject(
      signatureError(UNSIGNED_MESSAGE),
    );
  });

  test.each([
    [1_201, 600],
    [1_200, 601],
    [30_000, 30_000],
  ])('is refused before it is decoded if it has %i × %i pixels', async (width, height) => {
    const started = performance.now();
    const dataUrl = asDataUrl(makePng(width, height));
    const createdAt = performance.now();
    await expect(reencodeSignature(dataUrl)).rejects.toMatchObject(signatureError('Please sign again'));
    expect(performance.now() - createdAt).toBeLessThan(Math.max(5_000, createdAt - started));
  });

  test.each([
    [undefined, UNSIGNED_MESSAGE],
    ['', UNSIGNED_MESSAGE],
    [17, UNSIGNED_MESSAGE],
    ['data:image/png;base64,', UNSIGNED_MESSAGE],
    ['data:image/svg+xml;base64,AAAA', UNSIGNED_MESSAGE],
    ['https://example.com/signature.png', UNSIGNED_MESSAGE],
    [`data:image/png;base64,${'A'.repeat(200_000)}`, 'Please sign again'],
  ])('is refused if it is not a PNG data URL: %s', (input, sentence) => {
    expect(signatureImage.safeParse(input).error?.issues[0]?.message).toBe(sentence);
  });
});
