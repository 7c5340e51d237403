import { TRPCClientError } from '@trpc/client';
import { describe, expect, test, vi } from 'vitest';
import {
  describeUnexplained,
  FALLBACK_MESSAGE,
  isPageOutdated,
  isRefusal,
  OFFLINE_MESSAGE,
  toFailure,
} from '#web/lib/errors.ts';

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

  test('says that the device seems to be offline if no response arrived', () => {
    const networkError = TRPCClientError.from(new TypeError('Failed to fetch'));
    expect(toFailure(networkError)).toMatchObject({ message: OFFLINE_MESSAGE, code: 'NETWORK' });
  });

  test('says that the device seems to be offline if the browser knows it', () => {
    const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    expect(toFailure(new Error('The script could not be loaded')).message).toBe(OFFLINE_MESSAGE);
    expect(describeUnexplained()).toBe(OFFLINE_MESSAGE);
    // The server's message arrived, so it counts.
    expect(toFailure(serverError('Invalid Email', { code: 'INVALID_INPUT' })).message).toBe('Invalid Email');
    onLine.mockRestore();
    expect(describeUnexplained()).toBe(FALLBACK_MESSAGE);
  });

  test('has the fallback message if the response was unreadable or the error is not from the server', () => {
    expect(FALLBACK_MESSAGE).toBe('Please contact customer support');
    const unreadable = TRPCClientError.from(new SyntaxError('Unexpected token < in JSON'));
    expect(toFailure(unreadable)).toMatchObject({ message: FALLBACK_MESSAGE, code: 'NETWORK' });
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

test.each([
  ['something was changed or ended', { code: 'PLAN_UNCHANGEABLE', httpStatus: 409 }, true],
  ['something was removed', { code: 'MEMBERSHIP_NOT_FOUND', httpStatus: 404 }, true],
  ['the session has ended', { code: 'NOT_SIGNED_IN', httpStatus: 401 }, true],
  ['the card was declined', { code: 'CARD_DECLINED', httpStatus: 402 }, false],
  ['the password was wrong', { code: 'BAD_CREDENTIALS', httpStatus: 401 }, false],
])('after a refusal because %s, %o, the page is outdated: %s', (_, data, isOutdated) => {
  expect(isPageOutdated({ message: 'No', data })).toBe(isOutdated);
});
