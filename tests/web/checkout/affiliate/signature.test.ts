import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { MAX_SIGNATURE_LENGTH, MAX_SIGNATURE_SIZE } from '#server/domains/affiliates/signature.schema.ts';
import { computePixelRatio, exportImage, renderName } from '#web/ui/signature/signature-image.ts';

afterEach(() => vi.restoreAllMocks());

/** Fakes a canvas whose data URL grows with its size. */
function fakeCanvas(charactersPerPixel: number) {
  const drawnWidths: number[] = [];
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement) {
    drawnWidths.push(this.width);
    return 'x'.repeat(Math.floor(this.width * this.height * charactersPerPixel));
  });
  return drawnWidths;
}

function makeCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  return Object.assign(canvas, { width, height });
}

describe('a signature’s image', () => {
  test("stays within the server's limit and is at least as sharp as the page", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1200 }),
        fc.integer({ min: 1, max: 600 }),
        fc.double({ min: 0.5, max: 5, noNaN: true }),
        (width, height, screenRatio) => {
          const ratio = computePixelRatio(width, height, screenRatio);
          expect(ratio).toBeGreaterThanOrEqual(1);
          expect(Math.floor(width * ratio)).toBeLessThanOrEqual(MAX_SIGNATURE_SIZE.width);
          expect(Math.floor(height * ratio)).toBeLessThanOrEqual(MAX_SIGNATURE_SIZE.height);
        },
      ),
    );
    expect(computePixelRatio(342, 176, 3)).toBe(3);
  });

  test('is halved in size until it is small enough', () => {
    const drawnWidths = fakeCanvas(4);
    expect(exportImage(makeCanvas(1200, 600)).length).toBeLessThanOrEqual(MAX_SIGNATURE_LENGTH);
    expect(drawnWidths).toEqual([1200, 600, 300]);
  });

  test('is not changed if it is small', () => {
    const drawnWidths = fakeCanvas(0.1);
    exportImage(makeCanvas(1200, 600));
    expect(drawnWidths).toEqual([1200]);
  });

  test('does not exist for an empty name', () => {
    fakeCanvas(1);
    expect(renderName('   ')).toBe('');
  });
});
