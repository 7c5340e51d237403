import { centsToDollars } from '#server/lib/money.ts';
import { readDollars } from '#server/lib/readers/money.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const INVALID = refused('Please enter an amount such as 12.50');

const AMOUNTS: Array<Example<number>> = [
  ['5', value(500)],
  ['5.00', value(500)],
  ['5.', value(500)],
  [' $7.5 ', value(750)],
  ['$ 7.50', value(750)],
  ['US$7.50', value(750)],
  ['7.50 USD', value(750)],
  ['5 dollars', value(500)],
  ['.50', value(50)],
  ['0', value(0)],
  ['1,250.50', value(125_050)],
  ['999,999.99', value(99_999_999)],
  ['＄５', value(500)],
  ['\u200B5.00', value(500)],
  ['', INVALID],
  ['$', INVALID],
  ['.', INVALID],
  ['five', INVALID],
  ['-5', INVALID],
  ['−5', INVALID],
  ['5,00', INVALID],
  ['12,50', INVALID],
  ['1.250,50', INVALID],
  ['5.005', INVALID],
  ['1e3', INVALID],
  ['1000000', INVALID],
  ['€5', INVALID],
];

describeReader('an amount', readDollars, AMOUNTS, centsToDollars);
