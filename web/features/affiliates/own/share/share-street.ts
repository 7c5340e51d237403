interface Shop {
  width: number;
  height: number;
  wall: string;
  stripes: string;
}

/** A shorter, daytime version of the home page's street. All lengths are in the drawing's own units. */
const SHOPS: readonly Shop[] = [
  { width: 132, height: 128, wall: '#e98a6a', stripes: '#a32d16' },
  { width: 156, height: 168, wall: '#5b9d83', stripes: '#ffc233' },
  { width: 118, height: 118, wall: '#f0cf8a', stripes: '#0e5546' },
  { width: 168, height: 184, wall: '#c9553a', stripes: '#a32d16' },
  { width: 136, height: 132, wall: '#9fc3c4', stripes: '#e8623f' },
];
const GAP = 8;
const GROUND_Y = 200;
/** The height of the whole drawing, including the pavement. */
const STREET_HEIGHT = 220;
const STORY_HEIGHT = 86;
const STRIPE_WIDTH = 12;
const WINDOW = { width: 22, height: 30, gap: 24 };
const COLORS = {
  pavement: '#d9d2bf',
  glass: '#d8ecef',
  stripe: '#fffdf8',
  shade: 'rgb(20 33 28 / 22%)',
  door: 'rgb(20 33 28 / 55%)',
};

/** Draws a row of shops along the bottom of the image. */
export function drawStreet(
  context: CanvasRenderingContext2D,
  { width, height, streetHeight }: { width: number; height: number; streetHeight: number },
): void {
  const scale = streetHeight / STREET_HEIGHT;
  context.save();
  context.translate(0, height - streetHeight);
  context.scale(scale, scale);
  let x = 0;
  for (let index = 0; x * scale < width; index++) {
    const shop = SHOPS[index % SHOPS.length];
    if (shop === undefined) break;
    drawShop(context, shop, x);
    x += shop.width + GAP;
  }
  context.fillStyle = COLORS.pavement;
  context.fillRect(0, GROUND_Y, width / scale, STREET_HEIGHT - GROUND_Y);
  context.restore();
}

function drawShop(
  context: CanvasRenderingContext2D,
  { width, height, wall, stripes }: Shop,
  x: number,
): void {
  const fillBox = (color: string, left: number, top: number, boxWidth: number, boxHeight: number) => {
    context.fillStyle = color;
    context.beginPath();
    context.roundRect(left, top, boxWidth, boxHeight, 3);
    context.fill();
  };
  const top = GROUND_Y - height;
  const shopTop = GROUND_Y - STORY_HEIGHT;
  fillBox(wall, x, top, width, height);
  for (const color of [wall, COLORS.shade]) fillBox(color, x - 3, top - 5, width + 6, 10);
  if (height > STORY_HEIGHT + 40) {
    const count = Math.floor((width - WINDOW.gap) / (WINDOW.width + WINDOW.gap));
    const gap = (width - count * WINDOW.width) / (count + 1);
    for (let index = 0; index < count; index++) {
      fillBox(COLORS.glass, x + gap + index * (WINDOW.width + gap), top + 18, WINDOW.width, WINDOW.height);
    }
  }
  fillBox(COLORS.glass, x + 8, shopTop + 30, width - 50, 44);
  fillBox(COLORS.door, x + width - 36, shopTop + 28, 26, 58);
  const stripeCount = Math.floor((width - 8) / STRIPE_WIDTH);
  const firstStripe = x + (width - stripeCount * STRIPE_WIDTH) / 2;
  for (let index = 0; index < stripeCount; index++) {
    context.fillStyle = index % 2 === 0 ? stripes : COLORS.stripe;
    context.beginPath();
    context.roundRect(firstStripe + index * STRIPE_WIDTH, shopTop + 4, STRIPE_WIDTH, 24, [0, 0, 6, 6]);
    context.fill();
  }
}
