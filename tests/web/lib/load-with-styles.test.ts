import { afterEach, expect, test } from 'vitest';
import { loadWithStyles } from '#web/lib/load-with-styles.ts';

const load = async () => 'module';

const findLinks = (rel: string) => [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)];
const listFiles = (rel: string) => findLinks(rel).map(({ href }) => new URL(href).pathname);

/** Ends the loading of the last style sheet, as a browser does. */
async function endLoading(event: 'load' | 'error'): Promise<void> {
  findLinks('stylesheet').at(-1)?.dispatchEvent(new Event(event));
  await new Promise((resolve) => setTimeout(resolve));
}

afterEach(() => {
  for (const element of document.head.querySelectorAll('link, style[data-href]')) element.remove();
});

test('style sheets load together, but apply one after another, in order', async () => {
  const loaded = loadWithStyles(load, ['a.css', 'b.css']);
  await expect.poll(() => listFiles('stylesheet')).toEqual(['/a.css']);
  expect(listFiles('preload')).toEqual(['/a.css', '/b.css']);
  await endLoading('load');
  expect(listFiles('stylesheet')).toEqual(['/a.css', '/b.css']);
  await endLoading('load');
  expect(await loaded).toBe('module');
});

test('a style sheet is added once, and not at all if the page has it inline', async () => {
  const style = document.createElement('style');
  style.dataset.href = '/inline.css';
  document.head.append(style);
  const loaded = Promise.all([
    loadWithStyles(load, ['once.css', 'inline.css']),
    loadWithStyles(load, ['once.css']),
  ]);
  await expect.poll(() => listFiles('stylesheet')).toEqual(['/once.css']);
  await endLoading('load');
  expect(await loaded).toEqual(['module', 'module']);
  expect(listFiles('stylesheet')).toEqual(['/once.css']);
});

test('a style sheet that fails to load stops neither the next one nor a retry', async () => {
  const refused = expect(loadWithStyles(load, ['bad.css'])).rejects.toThrow('Could not load /bad.css');
  const next = loadWithStyles(load, ['next.css']);
  await expect.poll(() => listFiles('stylesheet')).toEqual(['/bad.css']);
  await endLoading('error');
  await refused;
  expect(listFiles('stylesheet')).toEqual(['/next.css']);
  await endLoading('load');
  expect(await next).toBe('module');

  const retried = loadWithStyles(load, ['bad.css']);
  await expect.poll(() => listFiles('stylesheet')).toEqual(['/next.css', '/bad.css']);
  await endLoading('load');
  expect(await retried).toBe('module');
});
