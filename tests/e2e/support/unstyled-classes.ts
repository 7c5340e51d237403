import type { Page } from '@playwright/test';

/**
 * Returns class names without a style rule. If there are any, the server-rendered HTML lacks a stylesheet.
 */
export function findUnstyledClasses(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const styles = [...document.styleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .map((rule) => rule.cssText)
      .join('\n');
    const names = [...document.querySelectorAll('#root [class]')].flatMap((element) => [
      ...element.classList,
    ]);
    return [...new Set(names)].filter((name) => name.startsWith('_') && !styles.includes(`.${name}`));
  });
}
