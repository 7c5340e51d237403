/** Escaped markup. Only `html` creates it, so unescaped text can't be mistaken for it. */
export class SafeHtml {
  readonly #markup: string;

  constructor(parts: readonly string[], values: readonly HtmlValue[]) {
    this.#markup = parts.reduce((text, part, i) => text + render(values[i - 1]) + part);
  }

  toString(): string {
    return this.#markup;
  }
}

export type HtmlValue = SafeHtml | string | number | null | undefined | false | readonly HtmlValue[];

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For text in elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof SafeHtml) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}

/** Escapes the values of a template unless they are SafeHtml. Lists are joined; null and false add nothing. */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  return new SafeHtml(parts, values);
}
