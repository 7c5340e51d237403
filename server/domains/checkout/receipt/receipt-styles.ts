import { html } from '../../../lib/html.ts';

/** On screen, follows the visitor's light or dark preference. In print, it is black on white. */
export const RECEIPT_STYLES = html`
:root {
  color-scheme: light dark;
  --page: #f6f3ea; --surface: #fff; --ink: #14211c; --soft: #52605a; --line: #e6e1d3; --link: #0e5546;
  --button: #0e5546; --on-button: #fff; --sunken: #f6f3ea; --stripe: #ffc233; --pale-stripe: #f1e6c6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1815; --surface: #16211d; --ink: #eef0ea; --soft: #a9b5af; --line: #2a3a34; --link: #8ad4ba;
    --button: #8ad4ba; --on-button: #0b1210; --sunken: #0f1815; --pale-stripe: #cbbf9b;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 1rem/1.5 'Bricolage Grotesque Variable', ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif;
}
main { max-width: 44rem; margin: 0 auto; background: var(--surface); overflow: hidden; }
@media (min-width: 46rem) {
  body { padding: 3rem 0; }
  main { border: 1px solid var(--line); border-radius: 18px; }
}
header {
  display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0.25rem 2rem;
  padding: 1.625rem var(--gutter) 1.25rem; background: #0e5546; color: #fff;
}
.awning {
  height: 1.25rem;
  background: repeating-linear-gradient(90deg, var(--stripe) 0 1.75rem, var(--pale-stripe) 0 3.5rem);
  mask:
    linear-gradient(#000 0 0) 0 0 / 100% calc(0.375rem + 1px) no-repeat,
    radial-gradient(circle 0.875rem at 50% 0, #000 calc(100% - 0.5px), transparent) 0 0.375rem / 1.75rem 0.875rem repeat-x;
}
main { --gutter: clamp(1.25rem, 5vw, 2.75rem); }
.wordmark { color: #fff; font-size: 1.5rem; font-weight: 800; letter-spacing: -0.03em; text-decoration: none; }
h1 { margin: 0; font-size: 1.375rem; font-weight: 700; letter-spacing: -0.01em; }
h2 { margin: 0 0 0.125rem; font-size: 0.9375rem; }
.parties, .about { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem 2rem; }
.parties { padding: 1.5rem var(--gutter) 0; }
.parties p, .about dd { text-wrap: balance; }
.parties h2 { color: var(--soft); font-size: 0.875rem; font-weight: 400; }
.about { margin: 0.5rem var(--gutter) 1.5rem; padding: 1.125rem 1.25rem; border-radius: 14px; background: var(--sunken); }
/* The purchase's id is long. */
.about div:last-child { grid-column: 1 / -1; }
.about div:last-child dd { font-size: 0.875rem; font-weight: 400; }
.about div:first-child dd { font-size: 1.125rem; letter-spacing: 0.03em; }
dt { color: var(--soft); font-size: 0.875rem; }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
table { width: calc(100% - 2 * var(--gutter)); margin: 0.5rem var(--gutter) 1.75rem; border-collapse: collapse; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
@media (max-width: 30rem) {
  thead th:first-child { width: 44%; }
  .settled > * { font-size: 0.875rem; }
}
thead th { padding: 0 0 0.5rem; color: var(--soft); font-size: 0.875rem; font-weight: 400; }
th, td { padding-inline: 0; }
th { text-align: left; font-weight: 400; overflow-wrap: anywhere; }
td, thead th:last-child { text-align: right; }
td { padding-left: 1rem; font-variant-numeric: tabular-nums; font-weight: 600; }
tbody tr > *, .settled > * { padding-block: 0.625rem; border-top: 1px solid var(--line); }
.total > * { padding-block: 0.75rem; border-top: 2px solid var(--ink); font-size: 1.375rem; font-weight: 700; }
.notes { margin: 0 var(--gutter); padding: 1.25rem 0 0.5rem; border-top: 1px solid var(--line); }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
.notes p { color: var(--soft); font-size: 0.9375rem; }
a { color: var(--link); }
.actions { display: flex; flex-wrap: wrap; align-items: center; gap: 1rem; margin: 0.5rem var(--gutter) 2rem; }
.actions span { flex: 1 1 16rem; color: var(--soft); font-size: 0.875rem; }
.button {
  padding: 0.75rem 1.5rem; border-radius: 12px; background: var(--button); color: var(--on-button); font-weight: 700;
  text-decoration: none;
}
a:focus-visible { outline: 3px solid #ffc233; outline-offset: 3px; }
@media print {
  @page { size: letter; margin: 0.75in; }
  :root {
    color-scheme: light; --page: #fff; --surface: #fff; --ink: #000; --soft: #333; --line: #bbb; --link: #000;
    --sunken: #fff; font-size: 10.5pt;
  }
  body { padding: 0; }
  main { --gutter: 0px; max-width: none; border: 0; overflow: visible; }
  .awning { display: none; }
  .parties { padding: 1rem 0 0; }
  .about { margin: 0 0 0.75rem; padding: 0; gap: 0.5rem 2rem; }
  table { margin-bottom: 1rem; }
  .total > * { font-size: 1.125rem; }
  p { margin-bottom: 0.625rem; }
  header { padding: 0 0 0.75rem; background: none; color: #000; border-bottom: 3px solid #000; }
  .wordmark { color: #000; }
  .actions { display: none; }
  tr, .notes h2, .notes p { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`;
