import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { FALLBACK_MESSAGE, isRefusal, toFailure } from '#web/lib/errors.ts';

const serverError = (message: string, data: object) =>
  new TRPCClientError(message, { result: { error: { code: -32000, message, data } } });

describe('[S8 graph error] an error for display', () => {
  test('has the server’s message, code, and field errors', () => {
    const error = serverError('Invalid Email', {
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

  test('has the fallback message if there was no response or the error is not from the server', () => {
    expect(FALLBACK_MESSAGE).toBe('Please contact customer support');
    expect(toFailure(new TRPCClientError('fetch failed'))).toMatchObject({
      message: FALLBACK_MESSAGE,
      code: 'NETWORK',
    });
    for (const error of [undefined, null, 'text', 7, new TypeError('x is undefined'), { data: 5 }]) {
      expect(toFailure(error)).toMatchObject({
        message: FALLBACK_MESSAGE,
        code: 'UNEXPECTED',
        fieldErrors: {},
      });
    }
  });

  test('is returned unchanged if it was converted before', () => {
    const failure = { message: 'Declined', code: 'CARD_DECLINED', fieldErrors: {}, requestId: undefined };
    expect(toFailure(failure)).toEqual(failure);
  });

  test('omits field errors that are not strings', () => {
    const error = serverError('x', { code: 'INVALID_INPUT', fieldErrors: { a: 'Required', b: 5, c: null } });
    expect(toFailure(error).fieldErrors).toEqual({ a: 'Required' });
  });

  test.each([
    ['CARD_DECLINED', true],
    ['INVALID_INPUT', true],
    ['UNEXPECTED', false],
    ['UNAVAILABLE', false],
    ['PAYMENT_UNCONFIRMED', false],
  ])('with code %s is a refusal: %s', (code, expected) => {
    expect(isRefusal(toFailure(serverError('x', { code })))).toBe(expected);
  });

  test('is not a refusal if the response is missing', () => {
    expect(isRefusal(toFailure(new TRPCClientError('fetch failed')))).toBe(false);
  });
});
