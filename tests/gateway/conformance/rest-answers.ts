import { expect } from 'vitest';
import { type ForeignAnswer, record } from './foreign-client.ts';

export const MEMBER = { email: 'member@example.com', password: 'everything-demo' };

export const bodyOf = ({ text }: ForeignAnswer) => record(JSON.parse(text));

/** Expects exactly `{"error": "<message>"}`. */
export function expectRefusal(answer: ForeignAnswer, status: number): void {
  expect({ status: answer.status, body: bodyOf(answer) }).toEqual({
    status,
    body: { error: expect.stringMatching(/^[A-Z].{5,}/) },
  });
}
