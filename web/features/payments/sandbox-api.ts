export type Json = { readonly [key: string]: unknown };

/** A sandbox response in the format of Stripe's library. */
export type SandboxResponse =
  | { readonly value: Json; readonly error?: never }
  | { readonly error: Json; readonly value?: never };

const UNREACHABLE: Json = {
  type: 'api_connection_error',
  message: 'We are experiencing issues connecting to our payments provider. Please try again.',
};

/** Calls the sandbox through our server. Sends no cookies, because Stripe's API would not get any, either. */
export async function callSandbox(
  method: 'GET' | 'POST',
  path: string,
  params: Json,
): Promise<SandboxResponse> {
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

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function toStrings(params: Json): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, String(value)]));
}
