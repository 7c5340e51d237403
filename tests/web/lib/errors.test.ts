import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { FALLBACK_MESSAGE, isRefusal, toFailure } from '#web/lib/errors.ts';

const answered = (message: string, data: object) =>
  new TRPCClientError(message, { result: { error: { code: -32000, message, data } } });

describe('[S8 graph error] what a person reads of an error', () => {
  test('the server’s first message, its code and its fields', () => {
    const error = answered('Invalid Email', {
      code: 'INVALID_INPUT',
      requestId: 'r-1',
      fieldErrors: { email: 'Invalid Email', 'members.0.name': 'Required' },
    });
    expect(toFailure(error)).toEqual({
      message: 'Invalid Email',
      code: 'INVALID_INPUT',
      requestId: 'r-1',
      fieldErrors: { email: 'Invalid Email', 'members.0.name': 'Required' },
    });
  });

  test('the fallback sentence where no answer came or the words are not for people', () => {
    expect(FALLBACK_MESSAGE).toBe('Please contact customer support');
    expect(toFailure(new TRPCClientError('fetch failed'))).toMatchObject({
      message: FALLBACK_MESSAGE,
      code: 'NETWORK',
    });
    for (const odd of [undefined, null, 'text', 7, new TypeError('x is undefined'), { data: 5 }]) {
      expect(toFailure(odd)).toMatchObject({
        message: FALLBACK_MESSAGE,
        code: 'UNEXPECTED',
        fieldErrors: {},
      });
    }
  });

  test('a failure that was one already stays as it is', () => {
    const failure = { message: 'Declined', code: 'CARD_DECLINED', fieldErrors: {}, requestId: undefined };
    expect(toFailure(failure)).toEqual(failure);
  });

  test('fields that are no text are left out', () => {
    const error = answered('x', { code: 'INVALID_INPUT', fieldErrors: { a: 'Required', b: 5, c: null } });
    expect(toFailure(error).fieldErrors).toEqual({ a: 'Required' });
  });

  test.each([
    ['CARD_DECLINED', true],
    ['INVALID_INPUT', true],
    ['UNEXPECTED', false],
    ['UNAVAILABLE', false],
    ['PAYMENT_UNCONFIRMED', false],
  ])('%s is a certain refusal: %s', (code, certain) => {
    expect(isRefusal(toFailure(answered('x', { code })))).toBe(certain);
  });

  test('no answer is no refusal', () => {
    expect(isRefusal(toFailure(new TRPCClientError('fetch failed')))).toBe(false);
  });
});
