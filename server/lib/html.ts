/** Escaped markup. The type prevents unescaped text from being used as markup. */
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

/** Escapes text for elements and quoted attributes, but not for other contexts such as scripts. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

function render(value: HtmlValue): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof SafeHtml) return value.toString();
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}

/**
 * Template tag that escapes its values, unless they are SafeHtml. Lists are joined; null, undefined, and
 * false are omitted.
 */
export function html(parts: TemplateStringsArray, ...values: HtmlValue[]): SafeHtml {
  return new SafeHtml(parts, values);
}
