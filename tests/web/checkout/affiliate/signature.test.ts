import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LARGEST_SIGNATURE, LONGEST_SIGNATURE } from '#server/affiliates/signature.schema.ts';
import { imageOf, pixelRatio, writtenName } from '#web/ui/signature/signature-image.ts';

afterEach(() => vi.restoreAllMocks());

/** What a canvas would be read as: heavier the more pixels it has. */
function weighing(charactersPerPixel: number) {
  const drawn: number[] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement) {
    drawn.push(this.width);
    return 'x'.repeat(Math.floor(this.width * this.height * charactersPerPixel));
  });
  return drawn;
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  return Object.assign(canvas, { width, height });
}

describe('[issue 5] a signature as the server takes it', () => {
  test('is never larger than it may be, nor coarser than the page, on any screen', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1200 }),
        fc.integer({ min: 1, max: 600 }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        (width, height, ofScreen) => {
          const ratio = pixelRatio(width, height, ofScreen);
          expect(ratio).toBeGreaterThanOrEqual(1);
          expect(Math.floor(width * ratio)).toBeLessThanOrEqual(LARGEST_SIGNATURE.width);
          expect(Math.floor(height * ratio)).toBeLessThanOrEqual(LARGEST_SIGNATURE.height);
        },
      ),
    );
    expect(pixelRatio(342, 176, 3)).toBe(3);
  });

  test('too heavy a one is halved until it fits', () => {
    const drawn = weighing(4);
    expect(imageOf(canvasOf(1200, 600)).length).toBeLessThanOrEqual(LONGEST_SIGNATURE);
    expect(drawn).toEqual([1200, 600, 300]);
  });

  test('a light one is sent as it is', () => {
    const drawn = weighing(0.1);
    imageOf(canvasOf(1200, 600));
    expect(drawn).toEqual([1200]);
  });

  test('no name is no signature', () => {
    weighing(1);
    expect(writtenName('   ')).toBe('');
  });
});
