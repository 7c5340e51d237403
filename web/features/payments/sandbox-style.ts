/** The subset of Stripe's element options that the sandbox supports. */
export interface ElementOptions {
  readonly style?: { readonly base?: StyleRules; readonly invalid?: StyleRules };
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean;
  readonly hidePostalCode?: boolean;
}

interface StyleRules {
  readonly [property: string]: unknown;
  readonly color?: string;
}

const PROPERTIES = [
  'color',
  'fontFamily',
  'fontSize',
  'fontStyle',
  'fontWeight',
  'letterSpacing',
  'lineHeight',
  'textAlign',
] as const;

const SHEET = `.SandboxInput{flex:1 1 8ch;min-width:0;width:100%;min-height:1.75em;margin:0;padding:0;border:0;background:none;outline:0;color:inherit;font:inherit}
.SandboxInput[data-part=cardNumber]{flex-basis:19ch}
.SandboxInput::placeholder{color:var(--sandbox-placeholder,GrayText);opacity:1}`;

/** Applies the style options to the inputs, as Stripe does inside its iframes. */
export function applyStyle(
  container: HTMLElement,
  inputs: readonly HTMLInputElement[],
  { style }: ElementOptions,
): void {
  addSheet();
  const base = style?.base ?? {};
  container.style.display = 'flex';
  container.style.flexWrap = 'wrap';
  container.style.gap = '0 1ch';
  const placeholder: unknown = base['::placeholder'];
  const color =
    typeof placeholder === 'object' && placeholder !== null ? Reflect.get(placeholder, 'color') : null;
  for (const input of inputs) {
    for (const property of PROPERTIES) {
      const value = base[property];
      if (typeof value === 'string') input.style[property] = value;
    }
    if (typeof color === 'string') input.style.setProperty('--sandbox-placeholder', color);
  }
}

function addSheet(): void {
  if (document.getElementById('sandbox-card-fields') !== null) return;
  const sheet = document.createElement('style');
  sheet.id = 'sandbox-card-fields';
  sheet.textContent = SHEET;
  document.head.append(sheet);
}
