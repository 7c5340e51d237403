import { html, type SafeHtml } from '../lib/html.ts';
import type { MailContent, MailContext, MailRemark, MailRow } from './mail-content.ts';

const FONT = 'font-family:Bricolage Grotesque,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';

/**
 * Many email clients drop style sheets, so the base colors are inline. The style sheet adds dark mode and
 * narrow screens for clients that support it. Every pair of colors keeps its contrast if a client inverts it.
 */
const STYLES = html`
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    body { margin: 0; }
    @media (max-width: 480px) {
      .card { border-radius: 0 !important; }
      .pad { padding-left: 20px !important; padding-right: 20px !important; }
    }
    @media (prefers-color-scheme: dark) {
      .page { background: #0f1815 !important; }
      .card { background: #16211d !important; border-color: #2a3a34 !important; }
      .ink { color: #eef0ea !important; }
      .soft { color: #a9b5af !important; }
      .rule { border-color: #2a3a34 !important; }
      .link { color: #8ad4ba !important; }
      .button { background: #8ad4ba !important; color: #0b1210 !important; }
    }
`;

/** Email clients need tables for the layout. It is one column, readable on screens of 320 pixels and more. */
export function renderHtml(content: MailContent, { publicUrl }: MailContext, footer: string[]): SafeHtml {
  const { subject, preview, heading, paragraphs, rows = [], button, remarks = [] } = content;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${STYLES}</style>
</head>
<body class="page" style="margin:0;background:#f6f3ea;${FONT}">
<div role="main">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f6f3ea">
<tr><td align="center" style="padding:24px 0">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #e6e1d3;border-radius:18px;overflow:hidden">
<tr><td class="pad" style="background:#0e5546;border-bottom:4px solid #ffc233;padding:20px 32px">
<a href="${publicUrl}" style="color:#ffffff;font-size:20px;font-weight:700;letter-spacing:-0.01em;text-decoration:none;${FONT}">Everything Card</a>
</td></tr>
<tr><td class="pad" style="padding:32px 32px 8px">
<h1 class="ink" style="margin:0 0 16px;color:#14211c;font-size:26px;line-height:1.15;${FONT}">${heading}</h1>
${paragraphs.map(paragraph)}${rows.length > 0 && table(rows)}${button && buttonWithLink(button)}${remarks.map(remark)}</td></tr>
<tr><td class="pad rule" style="padding:20px 32px 28px;border-top:1px solid #e6e1d3">
${footer.map(footnote)}</td></tr>
</table>
</td></tr>
</table>
</div>
</body>
</html>
`;
}

function paragraph(text: string): SafeHtml {
  return html`<p class="ink" style="margin:0 0 16px;color:#14211c;font-size:16px;line-height:1.5;${FONT}">${text}</p>
`;
}

function remark({ text, url }: MailRemark): SafeHtml {
  const anchor =
    url && html` <a class="link" href="${url}" style="color:#0e5546;word-break:break-word">${url}</a>`;
  return html`<p class="ink" style="margin:0 0 16px;color:#14211c;font-size:16px;line-height:1.5;${FONT}">${text}${anchor}</p>
`;
}

function footnote(text: string): SafeHtml {
  return html`<p class="soft" style="margin:0 0 4px;color:#52605a;font-size:13px;line-height:1.5;${FONT}">${text}</p>
`;
}

function table(rows: MailRow[]): SafeHtml {
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;border-collapse:collapse">
${rows.map(tableRow)}</table>
`;
}

function tableRow({ label, value, total }: MailRow): SafeHtml {
  const line = `padding:10px 0;border-top:${total ? '2px solid #0e5546' : '1px solid #e6e1d3'};font-size:15px;line-height:1.4;${FONT}`;
  const labelStyle = `${line};padding-right:16px;text-align:left;vertical-align:top;${total ? 'font-weight:700;color:#14211c' : 'font-weight:400;color:#52605a'}`;
  const valueStyle = `${line};text-align:right;vertical-align:top;font-weight:${total ? 700 : 600};color:#14211c`;
  return html`<tr><th scope="row" class="${total ? 'ink' : 'soft'} rule" style="${labelStyle}">${label}</th><td class="ink rule" style="${valueStyle}">${value}</td></tr>
`;
}

/** Repeats the link as text, because some clients show no buttons, and some readers want to see the URL. */
function buttonWithLink({ label, url }: { label: string; url: string }): SafeHtml {
  return html`<p style="margin:8px 0 16px"><a class="button" href="${url}" style="display:inline-block;padding:14px 26px;border-radius:12px;background:#0e5546;color:#ffffff;font-size:16px;font-weight:700;text-decoration:none;${FONT}">${label}</a></p>
<p class="soft" style="margin:0 0 20px;color:#52605a;font-size:13px;line-height:1.5;word-break:break-word;${FONT}">Or open this link: <a class="link" href="${url}" style="color:#0e5546">${url}</a></p>
`;
}
