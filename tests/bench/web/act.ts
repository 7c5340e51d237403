import type { Browser, Page } from '@playwright/test';
import { twoFrames } from './in-page.ts';
import type { Interaction } from './interactions.ts';
import { type Conditions, conditions } from './speed.ts';
import { openSlow, TELEPHONE } from './telephone.ts';
import { longest, ofType, type Told, toldBy } from './told.ts';

export interface Acted {
  /** The longest of its events, from the finger to the next paint; 0 where none took 16 ms. */
  event: number;
  what: string;
  /** The longest task until everything asked for was there: what the next touch would wait for. */
  task: number;
  /** From the finger to what was asked for, with what the network took. */
  shown: number;
}

export interface Interacted extends Conditions {
  first: Acted;
  again: Acted;
}

const isOfPerson = ({ interaction }: Told) => interaction > 0;

async function actOnce(
  page: Page,
  { act, shown }: Interaction,
  untilTold: () => Promise<void>,
): Promise<Acted> {
  const began = await page.evaluate(() => performance.now());
  await act(page);
  await shown(page).waitFor({ state: 'attached' });
  await page.evaluate(twoFrames);
  const ended = await page.evaluate(() => performance.now());
  await untilTold();
  const since = (await toldBy(page)).filter(({ startTime }) => startTime >= began);
  const events = ofType(since, 'event').filter(isOfPerson);
  const event = longest(events);
  return {
    event,
    what: events.find(({ duration }) => duration === event)?.what ?? '',
    task: longest(ofType(since, 'longtask')),
    shown: ended - (events[0]?.startTime ?? began),
  };
}

/** Once with nothing of it fetched, and once more with all of it there, when the event itself does the work. */
export async function interactOnce(
  browser: Browser,
  origin: string,
  interaction: Interaction,
  quickest: number,
): Promise<Interacted> {
  const { page, untilQuiet, close } = await openSlow(browser, TELEPHONE);
  try {
    const given = await conditions(page, quickest);
    await page.goto(`${origin}${interaction.path}`);
    await untilQuiet();
    await interaction.prepare?.(page);
    await untilQuiet();
    const first = await actOnce(page, interaction, untilQuiet);
    await interaction.undo(page);
    await untilQuiet();
    return { ...given, first, again: await actOnce(page, interaction, untilQuiet) };
  } finally {
    await close();
  }
}
