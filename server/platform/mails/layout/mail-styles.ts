import { html, type SafeHtml } from '../../../lib/html.ts';

/** The site's font where it is installed. Email clients block remote fonts, so others get their own sans serif. */
export const FONT =
  'font-family:Bricolage Grotesque,-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica Neue,Arial,sans-serif';

/** The light theme's colors. Each text keeps its contrast to its background if a client inverts both. */
export const COLORS = {
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
export const STYLES = html`
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
