import { html, type SafeHtml } from '../../../lib/html.ts';
import { formatShortUrl } from '../../../lib/short-url.ts';
import {
  type MailContent,
  type MailContext,
  type MailLinkText,
  type MailRemark,
  type MailRow,
  renderNames,
} from '../mail-content.ts';

/** The site's font where it is installed. Email clients block remote fonts, so others get their own sans serif. */
const FONT =
  'font-family:Bricolage Grotesque,-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif';

/** The light theme's colors. Each text keeps its contrast to its background if a client inverts both. */
const COLORS = {
  page: '#f6f3ea',
  card: '#ffffff',
  panel: '#f6f3ea',
  ink: '#14211c',
  soft: '#52605a',
  line: '#e6e1d3',
  brand: '#0e5546',
  onBrand: '#ffffff',
  stripe: '#ffc233',
  paleStripe: '#f1e6c6',
} as const;

/** The dark theme's colors by class. `!important` overrides the inline styles. */
const DARK_RULES = {
  page: 'background:#0f1815 !important;background-color:#0f1815 !important',
  card: 'background:#16211d !important;background-color:#16211d !important;border-color:#2a3a34 !important',
  panel: 'background:#0f1815 !important;background-color:#0f1815 !important',
  brand: 'background:#0c4639 !important;background-color:#0c4639 !important',
  'on-brand': 'color:#ffffff !important',
  stripe: 'background:#ffc233 !important;background-color:#ffc233 !important',
  'pale-stripe': 'background:#cbbf9b !important;background-color:#cbbf9b !important',
  ink: 'color:#eef0ea !important',
  soft: 'color:#a9b5af !important',
  rule: 'border-color:#2a3a34 !important',
  'total-rule': 'border-color:#8ad4ba !important',
  link: 'color:#8ad4ba !important',
  button: 'background:#8ad4ba !important;background-color:#8ad4ba !important',
  'button-label': 'color:#0b1210 !important;border-color:#8ad4ba !important',
  'second-label': 'color:#8ad4ba !important;border-color:#8ad4ba !important',
} as const;

function renderDarkRules(prefix: string): SafeHtml[] {
  return Object.entries(DARK_RULES).map(([name, rule]) => html`${prefix}.${name} { ${rule} }\n`);
}

/**
 * For dark mode and narrow screens, in clients that support style sheets. Many drop them, so everything that
 * matters is inline. Outlook's apps mark dark mode with an attribute.
 */
const STYLES = html`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; -webkit-text-size-adjust: 100%; }
a[x-apple-data-detectors] { color: inherit !important; text-decoration: none !important; }
@media (max-width: 480px) {
.outside { padding: 0 0 24px !important; }
.card { border-width: 0 !important; border-radius: 0 !important; }
.brand { border-radius: 0 !important; }
.pad { padding-left: 20px !important; padding-right: 20px !important; }
.panel-pad { padding-left: 14px !important; padding-right: 14px !important; }
.heading { font-size: 26px !important; }
.button-table { width: 100% !important; }
.button-label, .second-label { display: block !important; text-align: center !important; }
}
@media (prefers-color-scheme: dark) {
${renderDarkRules('')}}
${renderDarkRules('[data-ogsc] ')}`;

const PLAIN_TABLE = html`role="presentation" cellpadding="0" cellspacing="0" border="0"`;
const AWNING_STRIPES = 16;
/** In characters. A longer value may break across lines; a date, an amount, or a card's number must not. */
const MAX_UNBROKEN_LENGTH = 20;

/** Outlook for Windows shows Times New Roman if it doesn't know the first font. */
const OUTLOOK_FONT = html`<!--[if mso]><style>* { font-family: Arial, sans-serif !important; }</style><![endif]-->`;

/**
 * Renders an email in one column that is readable on screens of 320 pixels and more. Email clients need
 * tables for the layout.
 */
export function renderHtml(content: MailContent, { publicUrl }: MailContext, footer: string[]): SafeHtml {
  const { subject, preview, heading, paragraphs, rows = [], button, secondButton, remarks = [] } = content;
  const [sellerName = '', ...footerLines] = footer;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLES}</style>
${OUTLOOK_FONT}
</head>
<body class="page" style="margin:0;background:${COLORS.page};${FONT}">
<div role="main">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table ${PLAIN_TABLE} class="page" width="100%" bgcolor="${COLORS.page}" style="background:${COLORS.page}">
<tr><td class="outside" align="center" style="padding:24px 12px">
<table ${PLAIN_TABLE} class="card" width="100%" bgcolor="${COLORS.card}" style="max-width:560px;background:${COLORS.card};border:1px solid ${COLORS.line};border-radius:18px;overflow:hidden">
<tr><td class="brand pad" bgcolor="${COLORS.brand}" style="background:${COLORS.brand};border-radius:17px 17px 0 0;padding:22px 32px 18px">
<a class="on-brand" href="${publicUrl}" style="color:${COLORS.onBrand};font-size:22px;font-weight:800;letter-spacing:-0.03em;line-height:1.2;text-decoration:none;${FONT}">Everything Card</a>
</td></tr>
<tr><td style="padding:0">${renderAwning()}</td></tr>
<tr><td class="pad" style="padding:24px 32px 12px">
<h1 class="ink heading" style="margin:0 0 16px;color:${COLORS.ink};font-size:30px;font-weight:800;letter-spacing:-0.02em;line-height:1.15;text-wrap:balance;${FONT}">${heading}</h1>
${paragraphs.map(renderParagraph)}${rows.length > 0 && renderRows(rows)}${button && renderButton(button)}${secondButton && renderSecondButton(secondButton)}${remarks.map(renderRemark)}</td></tr>
</table>
<table ${PLAIN_TABLE} width="100%" style="max-width:560px">
<tr><td class="pad" style="padding:20px 32px 0">
<p class="soft" style="margin:0 0 2px;color:${COLORS.soft};font-size:13px;font-weight:700;line-height:1.5;${FONT}">${sellerName}</p>
${footerLines.map(renderFootnote)}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

/** Renders the awning of the site's header. In clients without rounded corners, it is a row of stripes. */
function renderAwning(): SafeHtml {
  const stripes = Array.from({ length: AWNING_STRIPES }, (_, i) => {
    const [name, color] = i % 2 === 0 ? ['stripe', COLORS.stripe] : ['pale-stripe', COLORS.paleStripe];
    return html`<td class="${name}" height="16" bgcolor="${color}" style="background:${color};border-radius:0 0 18px 18px;height:16px;font-size:0;line-height:0">&nbsp;</td>`;
  });
  return html`<table ${PLAIN_TABLE} width="100%" aria-hidden="true" style="table-layout:fixed"><tr>${stripes}</tr></table>`;
}

function renderParagraph(paragraph: MailContent['paragraphs'][number]): SafeHtml {
  const { text, url } = typeof paragraph === 'string' ? { text: paragraph, url: '' } : paragraph;
  const link = url && html` ${renderLink({ label: formatShortUrl(url), url })}`;
  return html`<p class="ink" style="margin:0 0 16px;color:${COLORS.ink};font-size:16px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word;${FONT}">${renderNames(text)}${link}</p>
`;
}

function renderRemark({ heading, text, link }: MailRemark): SafeHtml {
  const title =
    heading &&
    html`<h2 class="ink" style="margin:0 0 4px;color:${COLORS.ink};font-size:16px;font-weight:700;line-height:1.4;${FONT}">${heading}</h2>
`;
  return html`${title}<p class="soft" style="margin:0 0 16px;color:${COLORS.soft};font-size:15px;line-height:1.55;overflow-wrap:anywhere;word-break:break-word;${FONT}">${text}${link && html` ${renderLink(link)}`}</p>
`;
}

function renderLink({ label, url }: MailLinkText): SafeHtml {
  return html`<a class="link" href="${url}" style="color:${COLORS.brand};font-weight:600;text-decoration:underline">${label}</a>`;
}

function renderFootnote(text: string): SafeHtml {
  return html`<p class="soft" style="margin:0 0 2px;color:${COLORS.soft};font-size:13px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word;${FONT}">${text}</p>
`;
}

function renderRows(rows: MailRow[]): SafeHtml {
  return html`<table ${PLAIN_TABLE} width="100%" style="margin:8px 0 24px"><tr><td class="panel panel-pad" bgcolor="${COLORS.panel}" style="background:${COLORS.panel};border-radius:14px;padding:6px 20px">
<table width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse">
${rows.map(renderRow)}</table>
</td></tr></table>
`;
}

function renderRow(row: MailRow, index: number): SafeHtml {
  const { label, value, total } = row;
  const rule = total ? `2px solid ${COLORS.brand}` : index === 0 ? '0' : `1px solid ${COLORS.line}`;
  const cell = `padding:10px 0;border-top:${rule};font-size:${total ? 18 : 15}px;line-height:1.4;vertical-align:top;${FONT}`;
  if (row.wide) {
    return html`<tr><td class="ink rule" colspan="2" style="${cell};color:${COLORS.ink};overflow-wrap:anywhere;word-break:break-word"><span class="soft" style="color:${COLORS.soft}">${label}:</span> ${value}</td></tr>
`;
  }
  const labelStyle = `${cell};padding-right:16px;text-align:left;${total ? `font-weight:700;color:${COLORS.ink}` : `font-weight:400;color:${COLORS.soft}`}`;
  const valueStyle = `${cell};text-align:right;font-weight:${total ? 800 : 600};color:${COLORS.ink};${value.length > MAX_UNBROKEN_LENGTH ? 'overflow-wrap:anywhere;word-break:break-word' : 'white-space:nowrap'}`;
  const names = total ? 'total-rule' : 'rule';
  return html`<tr><th scope="row" class="${total ? 'ink' : 'soft'} ${names}" style="${labelStyle}">${label}</th><td class="ink ${names}" style="${valueStyle}">${value}</td></tr>
`;
}

/** The table makes the whole button a link in every client. The line below shows where the link leads. */
function renderButton({ label, url }: MailLinkText): SafeHtml {
  return html`<table ${PLAIN_TABLE} class="button-table" style="margin:8px 0 10px"><tr><td class="button" align="center" bgcolor="${COLORS.brand}" style="background:${COLORS.brand};border-radius:12px"><a class="button-label" href="${url}" style="display:inline-block;padding:14px 28px;border:1px solid ${COLORS.brand};border-radius:12px;color:${COLORS.onBrand};font-size:17px;font-weight:700;line-height:1.3;text-decoration:none;${FONT}">${label}</a></td></tr></table>
<p class="soft" style="margin:0 0 20px;color:${COLORS.soft};font-size:13px;line-height:1.5;overflow-wrap:anywhere;word-break:break-word;${FONT}">Opens <a class="link" href="${url}" style="color:${COLORS.brand}">${formatShortUrl(url)}</a></p>
`;
}

function renderSecondButton({ text, label, url }: MailLinkText & { text: string }): SafeHtml {
  return html`${renderParagraph(text)}<table ${PLAIN_TABLE} class="button-table" style="margin:0 0 24px"><tr><td align="center" style="border-radius:12px"><a class="second-label" href="${url}" style="display:inline-block;padding:12px 26px;border:2px solid ${COLORS.brand};border-radius:12px;color:${COLORS.brand};font-size:16px;font-weight:700;line-height:1.3;text-decoration:none;${FONT}">${label}</a></td></tr></table>
`;
}
