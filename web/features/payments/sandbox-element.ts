import {
  brandOf,
  digitsOf,
  type Fault,
  INCOMPLETE,
  type Part,
  type Reading,
  readCvc,
  readExpiry,
  readNumber,
  readPostalCode,
} from './sandbox-card-format.ts';
import { applyStyle, type ElementOptions } from './sandbox-style.ts';

export type ElementType = 'card' | 'cardNumber' | 'cardExpiry' | 'cardCvc';
type Handler = (event?: unknown) => void;

const PARTS: Record<ElementType, readonly Part[]> = {
  card: ['cardNumber', 'cardExpiry', 'cardCvc', 'postalCode'],
  cardNumber: ['cardNumber'],
  cardExpiry: ['cardExpiry'],
  cardCvc: ['cardCvc'],
};
const FIELDS: Record<Part, { label: string; placeholder: string; autocomplete: AutoFill }> = {
  cardNumber: {
    label: 'Credit or debit card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
  },
  cardExpiry: {
    label: 'Credit or debit card expiration date',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
  },
  cardCvc: { label: 'Credit or debit card CVC/CVV', placeholder: 'CVC', autocomplete: 'cc-csc' },
  postalCode: { label: 'ZIP', placeholder: 'ZIP', autocomplete: 'billing postal-code' },
};

/** State shared by the fields of one form: the brand sets the length of the security code. */
export interface Shared {
  brand: string;
}

/** The sandbox's version of a Stripe element, with plain inputs instead of an iframe. */
export class SandboxElement {
  readonly type: ElementType;
  readonly #shared: Shared;
  readonly #forget: () => void;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #inputs = new Map<Part, HTMLInputElement>();
  readonly #readings = new Map<Part, Reading>();
  #options: ElementOptions;
  #container: HTMLElement | null = null;
  #label: HTMLLabelElement | undefined;
  #touched = new Set<Part>();

  constructor(type: ElementType, options: ElementOptions, shared: Shared, forget: () => void) {
    this.type = type;
    this.#options = options;
    this.#shared = shared;
    this.#forget = forget;
  }

  mount(target: HTMLElement | string): void {
    const container = typeof target === 'string' ? document.querySelector<HTMLElement>(target) : target;
    if (container === null) throw new Error(`There is no element ${target} to mount the card field in`);
    this.#container = container;
    this.#label = [...document.querySelectorAll('label')].find(
      ({ htmlFor: id }) => id && id === container.id,
    );
    this.#label?.addEventListener('click', this.focus);
    for (const part of PARTS[this.type]) {
      if (part === 'postalCode' && this.#options.hidePostalCode === true) continue;
      const input = this.#makeInput(part);
      this.#inputs.set(part, input);
      container.append(input);
    }
    applyStyle(container, [...this.#inputs.values()], this.#options);
    this.#mark();
    queueMicrotask(() => this.#emit('ready', this));
  }

  unmount(): void {
    this.#label?.removeEventListener('click', this.focus);
    for (const input of this.#inputs.values()) input.remove();
    this.#inputs.clear();
    this.#readings.clear();
    this.#container = null;
  }

  destroy(): void {
    this.unmount();
    this.#handlers.clear();
    this.#forget();
  }

  on(event: string, handler: Handler): this {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler));
    if (event === 'ready' && this.#container !== null) queueMicrotask(() => handler(this));
    return this;
  }

  once(event: string, handler: Handler): this {
    const first: Handler = (given) => {
      this.off(event, first);
      handler(given);
    };
    return this.on(event, first);
  }

  off(event: string, handler?: Handler): this {
    if (handler === undefined) this.#handlers.delete(event);
    else this.#handlers.get(event)?.delete(handler);
    return this;
  }

  update(options: ElementOptions): void {
    this.#options = { ...this.#options, ...options };
    if (this.#container !== null) applyStyle(this.#container, [...this.#inputs.values()], this.#options);
    for (const input of this.#inputs.values()) input.disabled = this.#options.disabled === true;
  }

  readonly focus = (): void => [...this.#inputs.values()][0]?.focus();

  blur(): void {
    for (const input of this.#inputs.values()) input.blur();
  }

  clear(): void {
    for (const [part, input] of this.#inputs) {
      input.value = '';
      this.#read(part, input, false);
    }
    this.#changed();
  }

  /** The unformatted text of one part. */
  value(part: Part): string | undefined {
    const text = this.#readings.get(part)?.text;
    return part === 'postalCode' ? text?.trim() : text && digitsOf(text);
  }

  /** The field's validation error, if it were submitted now. */
  fault(): Fault | undefined {
    for (const part of this.#inputs.keys()) {
      const reading = this.#readings.get(part);
      if (reading?.complete !== true) return reading?.fault ?? INCOMPLETE[part];
    }
    return undefined;
  }

  #makeInput(part: Part): HTMLInputElement {
    const field = FIELDS[part];
    const input = document.createElement('input');
    input.className = 'SandboxInput';
    input.inputMode = 'numeric';
    input.autocomplete = field.autocomplete;
    input.spellcheck = false;
    input.disabled = this.#options.disabled === true;
    input.placeholder = (part !== 'postalCode' && this.#options.placeholder) || field.placeholder;
    const label = this.type === 'card' ? undefined : this.#label?.textContent?.trim();
    input.setAttribute('aria-label', label || field.label);
    input.dataset.part = part;
    input.addEventListener('input', (event) => {
      this.#read(part, input, event instanceof InputEvent && event.inputType.startsWith('delete'));
      this.#touched.delete(part);
      this.#changed();
    });
    input.addEventListener('focus', () => this.#focused(true));
    input.addEventListener('blur', () => {
      this.#touched.add(part);
      this.#focused(false);
      if (this.#readings.get(part)?.empty === false) this.#changed();
    });
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#emit('escape', { elementType: this.type });
    });
    return input;
  }

  /** Formats the typed text and keeps the caret after the same digit. */
  #read(part: Part, input: HTMLInputElement, deleting: boolean): void {
    const before = input.value.slice(0, input.selectionStart ?? input.value.length);
    const atEnd = before.length === input.value.length;
    const reading = this.#readingOf(part, input.value, deleting);
    if (part === 'cardNumber') this.#shared.brand = brandOf(digitsOf(reading.text));
    this.#readings.set(part, reading);
    if (input.value === reading.text) return;
    input.value = reading.text;
    const caret = atEnd ? reading.text.length : placeAfter(reading.text, digitsOf(before).length);
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
  }

  #readingOf(part: Part, text: string, deleting: boolean): Reading {
    if (part === 'cardNumber') return readNumber(text);
    if (part === 'cardExpiry') return readExpiry(text, deleting);
    return part === 'cardCvc' ? readCvc(text, this.#shared.brand) : readPostalCode(text);
  }

  #changed(): void {
    this.#mark();
    const readings = [...this.#inputs.keys()].map((part) => this.#readings.get(part));
    this.#emit('change', {
      elementType: this.type,
      empty: readings.every((reading) => reading?.empty ?? true),
      complete: readings.every((reading) => reading?.complete ?? false),
      error: this.#shownFault(),
      ...(this.#inputs.has('cardNumber') ? { brand: this.#shared.brand } : {}),
    });
  }

  /** Shows invalid text at once, and incomplete text only after the field was left. */
  #shownFault(): Fault | undefined {
    for (const part of this.#inputs.keys()) {
      const reading = this.#readings.get(part);
      if (reading?.fault !== undefined) return reading.fault;
      if (reading?.empty === false && !reading.complete && this.#touched.has(part)) return INCOMPLETE[part];
    }
    return undefined;
  }

  #focused(focused: boolean): void {
    this.#container?.classList.toggle('StripeElement--focus', focused);
    this.#emit(focused ? 'focus' : 'blur', { elementType: this.type });
  }

  #mark(): void {
    const invalid = this.#shownFault() !== undefined;
    this.#container?.classList.add('StripeElement');
    this.#container?.classList.toggle('StripeElement--invalid', invalid);
    for (const input of this.#inputs.values()) {
      input.setAttribute('aria-invalid', String(invalid));
      const { base, invalid: wrong } = this.#options.style ?? {};
      input.style.color = (invalid ? wrong?.color : undefined) ?? base?.color ?? '';
    }
  }

  #emit(event: string, given: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(given);
  }
}

function placeAfter(text: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (seen === digits) return at;
    if (/\d/.test(text.charAt(at))) seen += 1;
  }
  return text.length;
}
