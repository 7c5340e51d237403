import { html } from './html.ts';

/** The notice on every page and in every email of a rehearsal (D45). */
export const REHEARSAL_NOTICE =
  'Rehearsal: this is not the real Everything Card. No card is charged, and no membership is valid.';

const BAR =
  'margin:0;padding:0.625rem 1rem;background:#8f1d14;color:#ffffff;font:700 1rem/1.4 system-ui,sans-serif;text-align:center';
// Stays visible while the page scrolls, but lets clicks through.
const FRAME = 'position:fixed;inset:0;z-index:9999;border:5px solid #8f1d14;pointer-events:none';

const NOTICE_HTML = {
  page: html`<aside aria-label="Rehearsal"><p style="${BAR}">${REHEARSAL_NOTICE}</p><div style="${FRAME}"></div></aside>`,
  mail: html`<p style="${BAR}">${REHEARSAL_NOTICE}</p>`,
};

/** Adds the notice at the start of an HTML document's body. */
export function addRehearsalNotice(document: string, kind: keyof typeof NOTICE_HTML): string {
  return document.replace(/<body[^>]*>/, (body) => `${body}\n${NOTICE_HTML[kind]}`);
}
