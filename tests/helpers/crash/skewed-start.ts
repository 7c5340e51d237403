import { skewClock } from './skew-clock.ts';

// Tests load this file with `--import` into a server to shift its clock.
skewClock(Number(process.env.CLOCK_SKEW_MS));
