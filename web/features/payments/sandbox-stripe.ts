import type { Stripe } from '@stripe/stripe-js';
import { type Answer, callSandbox, isJson, type Json } from './sandbox-api.ts';
import { askCardholder } from './sandbox-challenge.ts';
import { type ElementType, SandboxElement, type Shared } from './sandbox-element.ts';
import type { ElementOptions } from './sandbox-style.ts';

interface ElementsGroup {
  create(type: ElementType, options?: ElementOptions): SandboxElement;
  getElement(which: unknown): SandboxElement | null;
  update(options: unknown): void;
  all(): SandboxElement[];
}

type IntentKind = 'payment' | 'setup';

/**
 * The sandbox's version of what `loadStripe` resolves to, for Stripe's unchanged React components. Like Stripe, it
 * resolves to `{ token }`, `{ paymentMethod }`, `{ paymentIntent }`, or `{ error }`, and never rejects.
 */
export function createSandboxStripe(publishableKey: string): Stripe {
  const groups = new WeakMap<SandboxElement, ElementsGroup>();
  const cardOf = (element: SandboxElement) => typedCard(groups.get(element)?.all() ?? [element]);

  const sandbox = {
    publishableKey,
    elements: () => makeGroup((element, group) => groups.set(element, group)),

    async createToken(element: SandboxElement, owner: Json = {}) {
      const card = cardOf(element);
      if (card.error !== undefined) return card;
      return named('token', await callSandbox('POST', 'tokens', { card: { ...card.value, ...owner } }));
    },

    async createPaymentMethod(given: Json) {
      const { elements: _, ...rest } = given;
      const body = await withTypedCard(rest, cardOf);
      if (body.error !== undefined) return body;
      return named(
        'paymentMethod',
        await callSandbox('POST', 'payment_methods', { type: 'card', ...body.value }),
      );
    },

    confirmCardPayment: (secret: string, given?: Json, options?: Json) =>
      confirm('payment', secret, given, options, cardOf),
    confirmCardSetup: (secret: string, given?: Json, options?: Json) =>
      confirm('setup', secret, given, options, cardOf),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) =>
      confirm(
        clientSecret.startsWith('seti_') ? 'setup' : 'payment',
        clientSecret,
        undefined,
        undefined,
        cardOf,
      ),
    retrievePaymentIntent: async (secret: string) =>
      named('paymentIntent', await retrieve('payment', secret)),
    retrieveSetupIntent: async (secret: string) => named('setupIntent', await retrieve('setup', secret)),
  };
  if (!servesElements(sandbox)) throw new Error('The sandbox lacks what the card fields need');
  return sandbox;
}

/** The same check that React's Elements makes of the Stripe object. */
function servesElements(value: object): value is Stripe {
  const needed = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'];
  return needed.every((name) => typeof Reflect.get(value, name) === 'function');
}

function makeGroup(register: (element: SandboxElement, group: ElementsGroup) => void): ElementsGroup {
  const elements = new Map<string, SandboxElement>();
  const shared: Shared = { brand: 'unknown' };
  const group: ElementsGroup = {
    create(type, options = {}) {
      const element: SandboxElement = new SandboxElement(type, options, shared, () => {
        if (elements.get(type) === element) elements.delete(type);
      });
      elements.set(type, element);
      register(element, group);
      return element;
    },
    getElement(which) {
      const type: unknown =
        typeof which === 'function' || isJson(which) ? Reflect.get(which, '__elementType') : which;
      return elements.get(String(type)) ?? null;
    },
    update: () => {},
    all: () => [...elements.values()],
  };
  return group;
}

/** The typed card, or the first validation error in Stripe's order. */
function typedCard(elements: readonly SandboxElement[]): Answer {
  const order: ElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];
  const sorted = [...elements].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  for (const element of sorted) {
    const error = element.fault();
    if (error !== undefined) return { error: { ...error } };
  }
  const value = (part: Parameters<SandboxElement['value']>[0]) =>
    sorted.map((element) => element.value(part)).find((text) => text !== undefined);
  const expiry = value('cardExpiry') ?? '';
  return {
    value: {
      number: value('cardNumber'),
      exp_month: expiry.slice(0, 2),
      exp_year: expiry.slice(2),
      cvc: value('cardCvc'),
      address_zip: value('postalCode'),
    },
  };
}

/** Replaces an element in the payment method's data by the card typed into it. */
async function withTypedCard(given: Json, cardOf: (element: SandboxElement) => Answer): Promise<Answer> {
  if (!(given.card instanceof SandboxElement)) return { value: given };
  const card = cardOf(given.card);
  if (card.error !== undefined) return card;
  const { address_zip: _, ...numbers } = card.value;
  return { value: { ...given, card: numbers } };
}

function retrieve(kind: IntentKind, secret: string): Promise<Answer> {
  return callSandbox('GET', `${kind}_intents/${secret.split('_secret_')[0]}`, { client_secret: secret });
}

/** Confirms an intent if needed, and shows the 3-D Secure challenge. */
async function confirm(
  kind: IntentKind,
  secret: string,
  given: Json = {},
  options: Json = {},
  cardOf: (element: SandboxElement) => Answer,
): Promise<object> {
  const name = kind === 'payment' ? 'paymentIntent' : 'setupIntent';
  const path = `${kind}_intents/${secret.split('_secret_')[0]}`;
  let answer = await retrieve(kind, secret);
  const status = answer.value?.status;
  const waits = status === 'requires_confirmation' || status === 'requires_payment_method';
  if (given.payment_method !== undefined || waits) {
    const method = await paymentMethodId(given.payment_method, cardOf);
    if (method.error !== undefined) return method;
    answer = await callSandbox('POST', `${path}/confirm`, { client_secret: secret, ...method.value });
  }
  if (answer.value?.status === 'requires_action' && options.handleActions !== false) {
    const intent = secret.split('_secret_')[0];
    const outcome = await askCardholder();
    answer = await callSandbox('POST', '3ds2/authenticate', { intent, client_secret: secret, outcome });
  }
  const failure = answer.value?.[kind === 'payment' ? 'last_payment_error' : 'last_setup_error'];
  if (answer.value?.status === 'requires_payment_method' && isJson(failure)) {
    return { error: { ...failure, [`${kind}_intent`]: answer.value } };
  }
  return named(name, answer);
}

/** Returns the given payment method's id, or creates one from a card element. */
async function paymentMethodId(given: unknown, cardOf: (element: SandboxElement) => Answer): Promise<Answer> {
  if (!isJson(given)) return { value: typeof given === 'string' ? { payment_method: given } : {} };
  const body = await withTypedCard(given, cardOf);
  if (body.error !== undefined) return body;
  const made = await callSandbox('POST', 'payment_methods', { type: 'card', ...body.value });
  return made.error !== undefined ? made : { value: { payment_method: made.value.id } };
}

function named(name: string, answer: Answer): object {
  return answer.error === undefined ? { [name]: answer.value } : { error: answer.error };
}
