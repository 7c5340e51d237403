import type { Stripe } from '@stripe/stripe-js';
import { showChallenge } from './sandbox-challenge.ts';
import { type ElementType, SandboxElement, type SharedState } from './sandbox-element.ts';
import type { ElementOptions } from './sandbox-style.ts';

type Json = { readonly [key: string]: unknown };

/** A sandbox response in the format of Stripe's library. */
type SandboxResponse =
  | { readonly value: Json; readonly error?: never }
  | { readonly error: Json; readonly value?: never };

const UNREACHABLE: Json = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider. Please try again.',
};

/** Calls the sandbox through our server. Sends no cookies, because Stripe's API would not get any, either. */
async function callSandbox(method: 'GET' | 'POST', path: string, params: Json): Promise<SandboxResponse> {
  const url = `/sandbox/v1/${path}`;
  try {
    const response =
      method === 'GET'
        ? await fetch(`${url}?${new URLSearchParams(toStrings(params))}`, { credentials: 'omit' })
        : await fetch(url, {
            method,
            credentials: 'omit',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(params),
          });
    const body: unknown = await response.json();
    if (response.ok && isJson(body)) return { value: body };
    const error = isJson(body) ? body.error : undefined;
    return { error: isJson(error) ? error : UNREACHABLE };
  } catch {
    return { error: UNREACHABLE };
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function toStrings(params: Json): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
}

interface ElementsGroup {
  create(type: ElementType, options?: ElementOptions): SandboxElement;
  getElement(which: unknown): SandboxElement | null;
  update(options: unknown): void;
  all(): SandboxElement[];
}

type IntentKind = 'payment' | 'setup';

/**
 * Stands in for the object that `loadStripe` resolves to, so that Stripe's React components work unchanged.
 * Like Stripe's, its asynchronous methods never reject. They resolve to an object such as `{ token }` or `{
 * error }`.
 */
export function createSandboxStripe(publishableKey: string): Stripe {
  const groups = new WeakMap<SandboxElement, ElementsGroup>();
  const readCard = (element: SandboxElement) => readTypedCard(groups.get(element)?.all() ?? [element]);

  const sandbox = {
    publishableKey,
    elements: () => createGroup((element, group) => groups.set(element, group)),

    async createToken(element: SandboxElement, owner: Json = {}) {
      const card = readCard(element);
      if (card.error !== undefined) return card;
      return toStripeResult(
        'token',
        await callSandbox('POST', 'tokens', { card: { ...card.value, ...owner } }),
      );
    },

    async createPaymentMethod(data: Json) {
      const { elements: _, ...rest } = data;
      const body = await withTypedCard(rest, readCard);
      if (body.error !== undefined) return body;
      return toStripeResult(
        'paymentMethod',
        await callSandbox('POST', 'payment_methods', { type: 'card', ...body.value }),
      );
    },

    confirmCardPayment: (secret: string, data?: Json, options?: Json) =>
      confirm('payment', secret, data, options, readCard),
    confirmCardSetup: (secret: string, data?: Json, options?: Json) =>
      confirm('setup', secret, data, options, readCard),
    handleNextAction: ({ clientSecret }: { clientSecret: string }) =>
      confirm(
        clientSecret.startsWith('seti_') ? 'setup' : 'payment',
        clientSecret,
        undefined,
        undefined,
        readCard,
      ),
    retrievePaymentIntent: async (secret: string) =>
      toStripeResult('paymentIntent', await retrieve('payment', secret)),
    retrieveSetupIntent: async (secret: string) =>
      toStripeResult('setupIntent', await retrieve('setup', secret)),
  };
  if (!isStripeObject(sandbox)) throw new Error('The sandbox lacks what the card fields need');
  return sandbox;
}

/** Checks the same methods as <Elements> in Stripe's React library. */
function isStripeObject(value: object): value is Stripe {
  const requiredMethods = ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment'];
  return requiredMethods.every((name) => typeof Reflect.get(value, name) === 'function');
}

function createGroup(register: (element: SandboxElement, group: ElementsGroup) => void): ElementsGroup {
  const elements = new Map<string, SandboxElement>();
  const shared: SharedState = { brand: 'unknown' };
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

/** Returns the entered card, or the first validation error in Stripe's field order. */
function readTypedCard(elements: readonly SandboxElement[]): SandboxResponse {
  const order: ElementType[] = ['card', 'cardNumber', 'cardExpiry', 'cardCvc'];
  const sorted = [...elements].sort((a, b) => order.indexOf(a.type) - order.indexOf(b.type));
  for (const element of sorted) {
    const error = element.validationError();
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

/** If the payment method's card is an element, replaces it with the card entered there. */
async function withTypedCard(
  data: Json,
  readCard: (element: SandboxElement) => SandboxResponse,
): Promise<SandboxResponse> {
  if (!(data.card instanceof SandboxElement)) return { value: data };
  const card = readCard(data.card);
  if (card.error !== undefined) return card;
  const { address_zip: _, ...numbers } = card.value;
  return { value: { ...data, card: numbers } };
}

function retrieve(kind: IntentKind, secret: string): Promise<SandboxResponse> {
  return callSandbox('GET', `${kind}_intents/${secret.split('_secret_')[0]}`, { client_secret: secret });
}

/** Confirms the intent if it requires confirmation, and shows the 3-D Secure challenge if there is one. */
async function confirm(
  kind: IntentKind,
  secret: string,
  data: Json = {},
  options: Json = {},
  readCard: (element: SandboxElement) => SandboxResponse,
): Promise<object> {
  const name = kind === 'payment' ? 'paymentIntent' : 'setupIntent';
  const path = `${kind}_intents/${secret.split('_secret_')[0]}`;
  let response = await retrieve(kind, secret);
  const status = response.value?.status;
  const needsConfirmation = status === 'requires_confirmation' || status === 'requires_payment_method';
  if (data.payment_method !== undefined || needsConfirmation) {
    const method = await resolvePaymentMethod(data.payment_method, readCard);
    if (method.error !== undefined) return method;
    response = await callSandbox('POST', `${path}/confirm`, { client_secret: secret, ...method.value });
  }
  if (response.value?.status === 'requires_action' && options.handleActions !== false) {
    const intent = secret.split('_secret_')[0];
    const challengeOutcome = await showChallenge();
    response = await callSandbox('POST', '3ds2/authenticate', {
      intent,
      client_secret: secret,
      outcome: challengeOutcome,
    });
  }
  const failure = response.value?.[kind === 'payment' ? 'last_payment_error' : 'last_setup_error'];
  if (response.value?.status === 'requires_payment_method' && isJson(failure)) {
    return { error: { ...failure, [`${kind}_intent`]: response.value } };
  }
  return toStripeResult(name, response);
}

/**
 * Returns the id of the given payment method, which is created first if a card element was given. Empty if
 * nothing was given.
 */
async function resolvePaymentMethod(
  data: unknown,
  readCard: (element: SandboxElement) => SandboxResponse,
): Promise<SandboxResponse> {
  if (!isJson(data)) return { value: typeof data === 'string' ? { payment_method: data } : {} };
  const body = await withTypedCard(data, readCard);
  if (body.error !== undefined) return body;
  const created = await callSandbox('POST', 'payment_methods', { type: 'card', ...body.value });
  return created.error !== undefined ? created : { value: { payment_method: created.value.id } };
}

function toStripeResult(name: string, response: SandboxResponse): object {
  return response.error === undefined ? { [name]: response.value } : { error: response.error };
}
