import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { convertLogo } from '#server/domains/stores/owner/logo-picture.ts';
import { makeAnimation, makePicture, makePng } from '#tests/helpers/pictures.ts';

const readMetadata = async (picture: Uint8Array) => sharp(await convertLogo(picture)).metadata();
const LOGO_INVALID = { code: 'LOGO_INVALID', message: 'Please choose a picture: PNG, JPEG, or WebP' };

describe('[D51] re-encoding a logo', () => {
  test.each(['png', 'jpeg', 'webp'] as const)('converts %s to WebP without enlarging it', async (format) => {
    expect(await readMetadata(await makePicture(format))).toMatchObject({
      format: 'webp',
      width: 40,
      height: 20,
    });
  });

  test.each([
    [3_000, 1_500, 512, 256],
    [100, 2_000, 26, 512],
    [512, 512, 512, 512],
    [1, 1, 1, 1],
    [5_000, 1, 512, 1],
  ])('scales %i × %i to %i × %i', async (width, height, ...becomes) => {
    const metadata = await readMetadata(await makePicture('png', { width, height }));
    expect([metadata.width, metadata.height]).toEqual(becomes);
  });

  test('keeps transparency and colors', async () => {
    const metadata = await convertLogo(await makePicture('png', { width: 200, height: 100 }));
    const { data, info } = await sharp(metadata).raw().toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    const pixelAt = (x: number) => [...data.subarray((50 * 200 + x) * 4, (50 * 200 + x) * 4 + 4)];
    expect(pixelAt(180)[3]).toBe(0);
    const [red = 0, green = 0, blue = 0, alpha] = pixelAt(20);
    expect(alpha).toBe(255);
    expect(Math.abs(red - 200) + Math.abs(green - 30) + Math.abs(blue - 60)).toBeLessThan(12);
  });

  test('rotates it upright and removes its metadata', async () => {
    const rotatedPicture = await sharp(await makePicture('jpeg'))
      .withExif({ IFD0: { Copyright: 'SECRET-OWNER' }, IFD3: { GPSLatitude: '39/1 44/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const metadata = await convertLogo(rotatedPicture);
    expect(await sharp(metadata).metadata()).toMatchObject({ width: 20, height: 40 });
    const { exif, icc, xmp, orientation } = await sharp(metadata).metadata();
    expect([exif, icc, xmp, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    expect(Buffer.from(metadata).includes('SECRET-OWNER')).toBe(false);
  });

  test('uses the first frame of an animation', async () => {
    expect((await sharp(await makeAnimation('webp'), { animated: true }).metadata()).pages).toBe(2);
    const metadata = await convertLogo(await makeAnimation('webp'));
    expect(await sharp(metadata, { animated: true }).metadata()).toMatchObject({ width: 40, height: 20 });
    expect((await sharp(metadata, { animated: true }).metadata()).pages ?? 1).toBe(1);
    // An animated PNG is a still image with extra chunks.
    const animatedPicture = makePng(16, 16, [['acTL', Buffer.from([0, 0, 0, 9, 0, 0, 0, 0])]]);
    const converted = await convertLogo(animatedPicture);
    expect(Buffer.from(converted).includes('ANIM')).toBe(false);
  });

  test('returns the same bytes for the same picture', async () => {
    const picture = await makePicture('png');
    expect(
      Buffer.compare(Buffer.from(await convertLogo(picture)), Buffer.from(await convertLogo(picture))),
    ).toBe(0);
  });

  test('removes everything but the pixels', async () => {
    const script = '<script>alert(1)</script>';
    const polyglots = [
      Buffer.concat([await makePicture('png'), Buffer.from(script)]),
      Buffer.concat([await makePicture('jpeg'), Buffer.from(`PK\x03\x04${script}`)]),
      makePng(8, 8, [['tEXt', Buffer.from(`Comment\0<svg onload="x()">${script}`)]]),
    ];
    for (const polyglot of polyglots) {
      const metadata = Buffer.from(await convertLogo(polyglot));
      expect(metadata.subarray(0, 4).toString()).toBe('RIFF');
      expect(metadata.includes('<script')).toBe(false);
    }
  });
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';

describe('[D51] re-encoding a logo refuses', () => {
  const cases: ReadonlyArray<readonly [string, () => Promise<Uint8Array> | Uint8Array]> = [
    ['an empty file', () => new Uint8Array()],
    ['one byte', () => new Uint8Array([0x89])],
    ['an SVG, whatever its name', () => Buffer.from(SVG)],
    ['an SVG after the first bytes of a PNG', () => Buffer.from(`\x89PNG\r\n\x1a\n${SVG}`, 'latin1')],
    ['an SVG after the first bytes of a JPEG', () => Buffer.from(`\xff\xd8\xff${SVG}`, 'latin1')],
    ['an SVG labeled as a WebP', () => Buffer.from(`RIFF\xff\xff\0\0WEBP${SVG}`, 'latin1')],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a GIF', () => makeAnimation('gif')],
    ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj\n')],
    ['a TIFF', () => Buffer.from('II*\0\x08\0\0\0', 'latin1')],
    ['an incomplete PNG', async () => firstHalf(await makePicture('png', { width: 300, height: 300 }))],
    ['an incomplete JPEG', async () => firstHalf(await makePicture('jpeg', { width: 300, height: 300 }))],
    ['an incomplete WebP', async () => firstHalf(await makePicture('webp', { width: 300, height: 300 }))],
    ['only a PNG’s first bytes', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a PNG with no size', () => makePng(0, 0)],
  ];

  test.each(cases)('%s', async (_name, makeInput) => {
    await expect(convertLogo(await makeInput())).rejects.toMatchObject(LOGO_INVALID);
  });
});

const firstHalf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

describe('[D51] a picture that decodes to too many pixels', () => {
  test('is rejected by its header before it is decoded', async () => {
    const bomb = makePng(30_000, 30_000);
    expect(bomb.length).toBeLessThan(200_000);
    const startedAt = performance.now();
    await expect(convertLogo(bomb)).rejects.toMatchObject({
      code: 'LOGO_TOO_LARGE',
      message: 'Please choose a picture of at most 24 megapixels',
    });
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    // The next image still works.
    expect(await readMetadata(await makePicture('png'))).toMatchObject({ format: 'webp' });
  });

  test('is limited in time and memory if its metadata is huge', async () => {
    const profile = Buffer.concat([Buffer.from('icc\0\0', 'latin1'), deflateSync(Buffer.alloc(100_000_000))]);
    const text = Buffer.concat([
      Buffer.from('Comment\0\0', 'latin1'),
      deflateSync(Buffer.alloc(100_000_000)),
    ]);
    const memoryBefore = process.memoryUsage.rss();
    for (const chunks of [[['iCCP', profile]], [['zTXt', text]]] as const) {
      const startedAt = performance.now();
      await convertLogo(
        makePng(64, 64, [...chunks.map(([type, data]): [string, Buffer] => [type, data])]),
      ).catch((error) => expect(error).toMatchObject(LOGO_INVALID));
      expect(performance.now() - startedAt).toBeLessThan(25_000);
    }
    expect(process.memoryUsage.rss() - memoryBefore).toBeLessThan(400_000_000);
  });
});
