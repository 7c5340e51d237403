import {
  type CardError,
  detectBrand,
  type FormattedField,
  INCOMPLETE,
  type Part,
  readCvc,
  readExpiry,
  readNumber,
  readPostalCode,
  stripNonDigits,
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

/** Shared by the fields of one form: the card's brand determines the length of the security code. */
export interface SharedState {
  brand: string;
}

/** The sandbox's version of a Stripe element. It uses plain inputs instead of an iframe. */
export class SandboxElement {
  readonly type: ElementType;
  readonly #shared: SharedState;
  readonly #onDestroy: () => void;
  readonly #handlers = new Map<string, Set<Handler>>();
  readonly #inputs = new Map<Part, HTMLInputElement>();
  readonly #formattedFields = new Map<Part, FormattedField>();
  #options: ElementOptions;
  #container: HTMLElement | null = null;
  #label: HTMLLabelElement | undefined;
  #touched = new Set<Part>();

  constructor(type: ElementType, options: ElementOptions, shared: SharedState, onDestroy: () => void) {
    this.type = type;
    this.#options = options;
    this.#shared = shared;
    this.#onDestroy = onDestroy;
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
    this.#updateAppearance();
    queueMicrotask(() => this.#emit('ready', this));
  }

  unmount(): void {
    this.#label?.removeEventListener('click', this.focus);
    for (const input of this.#inputs.values()) input.remove();
    this.#inputs.clear();
    this.#formattedFields.clear();
    this.#container = null;
  }

  destroy(): void {
    this.unmount();
    this.#handlers.clear();
    this.#onDestroy();
  }

  on(event: string, handler: Handler): this {
    this.#handlers.set(event, (this.#handlers.get(event) ?? new Set()).add(handler));
    if (event === 'ready' && this.#container !== null) queueMicrotask(() => handler(this));
    return this;
  }

  once(event: string, handler: Handler): this {
    const onceHandler: Handler = (value) => {
      this.off(event, onceHandler);
      handler(value);
    };
    return this.on(event, onceHandler);
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
    this.#emitChange();
  }

  /** Returns what the user typed in one part, without formatting. */
  value(part: Part): string | undefined {
    const text = this.#formattedFields.get(part)?.text;
    return part === 'postalCode' ? text?.trim() : text && stripNonDigits(text);
  }

  /** Returns the error that submitting the field now would cause. */
  validationError(): CardError | undefined {
    for (const part of this.#inputs.keys()) {
      const fieldState = this.#formattedFields.get(part);
      if (fieldState?.complete !== true) return fieldState?.error ?? INCOMPLETE[part];
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
      this.#emitChange();
    });
    input.addEventListener('focus', () => this.#emitFocus(true));
    input.addEventListener('blur', () => {
      this.#touched.add(part);
      this.#emitFocus(false);
      if (this.#formattedFields.get(part)?.empty === false) this.#emitChange();
    });
    input.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') this.#emit('escape', { elementType: this.type });
    });
    return input;
  }

  /** Formats the typed text, and keeps the caret behind the same digit. */
  #read(part: Part, input: HTMLInputElement, isDeleting: boolean): void {
    const textBeforeCaret = input.value.slice(0, input.selectionStart ?? input.value.length);
    const isCaretAtEnd = textBeforeCaret.length === input.value.length;
    const formatted = this.#format(part, input.value, isDeleting);
    if (part === 'cardNumber') this.#shared.brand = detectBrand(stripNonDigits(formatted.text));
    this.#formattedFields.set(part, formatted);
    if (input.value === formatted.text) return;
    input.value = formatted.text;
    const caret = isCaretAtEnd
      ? formatted.text.length
      : findCaretAfterDigits(formatted.text, stripNonDigits(textBeforeCaret).length);
    if (document.activeElement === input) input.setSelectionRange(caret, caret);
  }

  #format(part: Part, text: string, deleting: boolean): FormattedField {
    if (part === 'cardNumber') return readNumber(text);
    if (part === 'cardExpiry') return readExpiry(text, deleting);
    return part === 'cardCvc' ? readCvc(text, this.#shared.brand) : readPostalCode(text);
  }

  #emitChange(): void {
    this.#updateAppearance();
    const fieldStates = [...this.#inputs.keys()].map((part) => this.#formattedFields.get(part));
    this.#emit('change', {
      elementType: this.type,
      empty: fieldStates.every((formatted) => formatted?.empty ?? true),
      complete: fieldStates.every((formatted) => formatted?.complete ?? false),
      error: this.#shownError(),
      ...(this.#inputs.has('cardNumber') ? { brand: this.#shared.brand } : {}),
    });
  }

  /** Reports invalid text immediately, but incomplete text only once the user has left the field. */
  #shownError(): CardError | undefined {
    for (const part of this.#inputs.keys()) {
      const formatted = this.#formattedFields.get(part);
      if (formatted?.error !== undefined) return formatted.error;
      if (formatted?.empty === false && !formatted.complete && this.#touched.has(part))
        return INCOMPLETE[part];
    }
    return undefined;
  }

  #emitFocus(setFocused: boolean): void {
    this.#container?.classList.toggle('StripeElement--focus', setFocused);
    this.#emit(setFocused ? 'focus' : 'blur', { elementType: this.type });
  }

  #updateAppearance(): void {
    const invalid = this.#shownError() !== undefined;
    this.#container?.classList.add('StripeElement');
    this.#container?.classList.toggle('StripeElement--invalid', invalid);
    for (const input of this.#inputs.values()) {
      input.setAttribute('aria-invalid', String(invalid));
      const { base, invalid: invalidStyle } = this.#options.style ?? {};
      input.style.color = (invalid ? invalidStyle?.color : undefined) ?? base?.color ?? '';
    }
  }

  #emit(event: string, value: unknown): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(value);
  }
}

function findCaretAfterDigits(text: string, digits: number): number {
  let seenDigits = 0;
  for (let index = 0; index < text.length; index += 1) {
    if (seenDigits === digits) return index;
    if (/\d/.test(text.charAt(index))) seenDigits += 1;
  }
  return text.length;
}
