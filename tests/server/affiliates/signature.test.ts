import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { signatureImage } from '#server/affiliates/signature.schema.ts';
import { reencodeSignature } from '#server/affiliates/signature.service.ts';
import { asDataUrl, makePicture, makePng, makeSignature } from '#tests/helpers/pictures.ts';

const UNSIGNED_MESSAGE = 'Please sign above to continue';
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const refusal = (sentence: string) => ({
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

describe('[S5 affiliate reference page] a signature is re-encoded', () => {
  test.each([
    [300, 150, 300, 150],
    [1_200, 600, 600, 300],
    [1_200, 100, 600, 50],
  ])('as a small PNG: %i × %i becomes %i × %i', async (width, height, ...becomes) => {
    const reencoded = await reencodeSignature(makeSignature(width, height));
    const metadata = await sharp(Buffer.from(reencoded, 'base64')).metadata();
    expect([metadata.format, metadata.width, metadata.height]).toEqual(['png', ...becomes]);
    expect(reencoded.length).toBeLessThan(40_000);
  });

  test('with dark ink on white, whatever its background was', async () => {
    const { channels } = await (await readReencoded(asDataUrl(await strokes(40)))).stats();
    expect(channels[0]).toMatchObject({ max: 255, min: expect.toSatisfy((min: number) => min < 120) });
  });

  test('without anything in the file but the pixels', async () => {
    const textChunks: Array<[string, Buffer]> = [['tEXt', Buffer.from('Comment\0CANARY-417902286')]];
    const png = makePng(200, 100, textChunks, (x, y) => (x + y) % 20 > 3);
    expect(png.toString('latin1')).toContain('CANARY');
    const reencoded = Buffer.from(await reencodeSignature(asDataUrl(png)), 'base64');
    expect(reencoded.toString('latin1')).not.toContain('CANARY');
  });
});

describe('[S5 affiliate reference page] an invalid signature is refused at its field', () => {
  test.each([
    ['white', asDataUrl(makePng(300, 150, [], () => true))],
    ['black', asDataUrl(makePng(300, 150))],
    ['of a few dots', asDataUrl(makePng(300, 150, [], (x, y) => !(y === 70 && x > 100 && x < 108)))],
    ['of one pixel', asDataUrl(makePng(1, 1))],
    ['of no size', asDataUrl(makePng(0, 0))],
    ['cut off', makeSignature().slice(0, 160)],
    ['text', asDataUrl(Buffer.from('signed, Maria Gomez'))],
    ['an SVG', asDataUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h9"/></svg>'))],
  ])('%s', async (_, dataUrl) => {
    await expect(reencodeSignature(dataUrl)).rejects.toMatchObject(refusal(UNSIGNED_MESSAGE));
  });

  test('transparent, or white on transparent: nothing would be visible', async () => {
    const emptyPng = await sharp({
      create: { width: 300, height: 150, channels: 4, background: transparent },
    })
      .png()
      .toBuffer();
    for (const png of [emptyPng, await strokes(255)]) {
      await expect(reencodeSignature(asDataUrl(png))).rejects.toMatchObject(refusal(UNSIGNED_MESSAGE));
    }
  });

  test.each(['jpeg', 'webp'] as const)('a %s that says it is a PNG', async (format) => {
    await expect(reencodeSignature(asDataUrl(await makePicture(format)))).rejects.toMatchObject(
      refusal(UNSIGNED_MESSAGE),
    );
  });

  test.each([
    [1_201, 600],
    [1_200, 601],
    [30_000, 30_000],
  ])('%i × %i pixels, before they are decoded', async (width, height) => {
    const started = performance.now();
    const dataUrl = asDataUrl(makePng(width, height));
    const createdAt = performance.now();
    await expect(reencodeSignature(dataUrl)).rejects.toMatchObject(refusal('Please sign again'));
    expect(performance.now() - createdAt).toBeLessThan(Math.max(1_000, createdAt - started));
  });

  test.each([
    [undefined, UNSIGNED_MESSAGE],
    ['', UNSIGNED_MESSAGE],
    [17, UNSIGNED_MESSAGE],
    ['data:image/png;base64,', UNSIGNED_MESSAGE],
    ['data:image/svg+xml;base64,AAAA', UNSIGNED_MESSAGE],
    ['https://example.com/signature.png', UNSIGNED_MESSAGE],
    [`data:image/png;base64,${'A'.repeat(200_000)}`, 'Please sign again'],
  ])('not a PNG data URL: %s', (input, sentence) => {
    expect(signatureImage.safeParse(input).error?.issues[0]?.message).toBe(sentence);
  });
});
