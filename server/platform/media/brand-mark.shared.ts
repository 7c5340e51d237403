/**
 * The shapes of our mark, a card under a shop's awning, in a square of 48 units. Used by screens and PDFs.
 */
export const BRAND_MARK = {
  size: 48,
  card: { x: 6, y: 14, width: 36, height: 29, radius: 6 },
  lines: { path: 'M12 33h13M12 37.5h8', width: 2.5 },
  sun: { x: 35, y: 35, radius: 3.5 },
  /** The awning's stripes from left to right. Every second one is pale. */
  stripes: [
    'M8 5h6v14a5 5 0 0 1-10 0V9a4 4 0 0 1 4-4z',
    'M14 5h10v14a5 5 0 0 1-10 0z',
    'M24 5h10v14a5 5 0 0 1-10 0z',
    'M34 5h6a4 4 0 0 1 4 4v10a5 5 0 0 1-10 0z',
  ],
} as const;

/** The sizes of the awning on a card, as fractions of the card's width. */
export const CARD_AWNING = { stripe: 0.05, drop: 0.026 } as const;
