import { expect } from 'vitest';
import { type LegacyResponse, record } from './legacy-client.ts';

export const MEMBER = { email: 'member@example.com', password: 'everything-demo' };

export const parseBody = ({ text }: LegacyResponse) => record(JSON.parse(text));

/** Expects exactly `{"error": "<message>"}`. */
export function expectRefusal(response: LegacyResponse, status: number): void {
  expect({ status: response.status, body: parseBody(response) }).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].{5,}/) },
  });
}
