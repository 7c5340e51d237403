import { readWebAddress } from '#server/lib/readers/web-address.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const INVALID = refused('Please enter a web address, such as www.example.com');

const ADDRESSES: Example[] = [
  ['https://joes.com/menu?a=1#b', value('https://joes.com/menu?a=1#b')],
  ['http://joes.com', value('http://joes.com')],
  ['HTTPS://JOES.COM', value('HTTPS://JOES.COM')],
  ['www.example.com', value('https://www.example.com')],
  ['joes.com', value('https://joes.com')],
  ['joes.com/menu', value('https://joes.com/menu')],
  ['joes.com:8080/menu', value('https://joes.com:8080/menu')],
  ['joes.com?a=1', value('https://joes.com?a=1')],
  ['joes.com.', value('https://joes.com')],
  ['<https://joes.com>', value('https://joes.com')],
  ['“joes.com”', value('https://joes.com')],
  ['joe\u200Bs.com', value('https://joes.com')],
  ['bäcker.de', value('https://bäcker.de')],
  // A path is somebody else's, so it stays as it is
  ['https://joes.com/a–b’s/', value('https://joes.com/a–b’s/')],
  ['https://joes.com/menu.', value('https://joes.com/menu.')],
  ['bell sons', INVALID],
  ['bell', INVALID],
  ['two words.com', INVALID],
  ['https://', INVALID],
  ['https://bell sons', INVALID],
  ['joe@joes.com', INVALID],
  ['javascript:alert(1)', INVALID],
  ['java.script:alert(1)', INVALID],
  ['data:text/html,x', INVALID],
  ['ftp://joes.com', INVALID],
  ['//joes.com', INVALID],
  ['/menu', INVALID],
  ['10.0.0.1', INVALID],
  ['', INVALID],
];

describeReader('a web address', readWebAddress, ADDRESSES);
