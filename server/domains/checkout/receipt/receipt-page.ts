import { html, type SafeHtml } from '../../../lib/html.ts';
import type { ReceiptView } from './receipt.schema.ts';
import {
  buildReceiptFacts,
  type ReceiptNote,
  type ReceiptParty,
  type ReceiptSeller,
} from './receipt-facts.ts';
import { RECEIPT_STYLES } from './receipt-styles.ts';

interface ReceiptPageOptions {
  seller: ReceiptSeller;
  /** The same receipt as a PDF. */
  pdfUrl: string;
  homeUrl: string;
}

/**
 * Renders a self-contained HTML document without scripts, fonts, or images. On paper, it omits what is only
 * useful on screen.
 */
export function renderReceiptPage(
  view: ReceiptView,
  { seller, pdfUrl, homeUrl }: ReceiptPageOptions,
): string {
  const { title, caption, parties, about, lines, total, settled, notes } = buildReceiptFacts(view, seller);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>${title} ${view.receiptNumber} - Everything Card</title>
<style>${RECEIPT_STYLES}</style>
</head>
<body>
<main>
<header>
<a class="wordmark" href="${homeUrl}">Everything Card</a>
<h1>${title}</h1>
</header>
<div class="awning" aria-hidden="true"></div>
<div class="parties">
${parties.map(renderParty)}</div>
<dl class="about">
${about.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>\n`)}</dl>
<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">Item</th><th scope="col">Amount</th></tr></thead>
<tbody>
${lines.map(({ label, value }) => renderRow('', label, value))}</tbody>
<tfoot>
${renderRow('total', total.label, total.value)}${settled.map(({ label, value }) => renderRow('settled', label, value))}</tfoot>
</table>
<section class="notes" aria-label="Good to know">
${notes.map(renderNote)}</section>
<p class="actions"><a class="button" href="${pdfUrl}">Download PDF</a> <span>To print this page, press Ctrl+P (⌘P on a Mac), or choose Print in your browser’s menu.</span></p>
</main>
</body>
</html>
`.toString();
}

function renderRow(kind: string, label: string, value: string): SafeHtml {
  return html`<tr class="${kind}"><th scope="row">${label}</th><td>${value}</td></tr>
`;
}

function renderParty({ heading, lines: [name = '', ...otherLines] }: ReceiptParty): SafeHtml {
  return html`<div><h2>${heading}</h2>
<p><strong><bdi>${name}</bdi></strong>${otherLines.map((line) => html`<br>${line}`)}</p></div>
`;
}

function renderNote({ heading, text, link }: ReceiptNote): SafeHtml {
  return html`<h2>${heading}</h2>
<p>${text}${link && html` <a href="${link.url}">${link.label}</a>`}</p>
`;
}
