import { skewClock } from './skew-clock.ts';

// Loaded with `--import` by a product that a test starts at another time.
skewClock(Number(process.env.CLOCK_SKEW_MS));
