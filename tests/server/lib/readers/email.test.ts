import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readEmail } from '#server/lib/readers/email.ts';
import { mailboxKey } from '#server/lib/readers/mailbox.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const INVALID = refused('Invalid Email');

const EMAILS: Example[] = [
  ['zoe@example.com', value('zoe@example.com')],
  ['Zoe.Smith+card@mail.example.co.uk', value('Zoe.Smith+card@mail.example.co.uk')],
  // Hidden characters of contact lists, web pages, and word processors
  ['\u200Bzoe@example.com', value('zoe@example.com')],
  ['zoe@example.com\uFEFF', value('zoe@example.com')],
  ['\u202Azoe@example.com\u202C', value('zoe@example.com')],
  ['zoe@exam\u00ADple.com', value('zoe@example.com')],
  ['\u00A0zoe@example.com\u2003', value('zoe@example.com')],
  // Copied with what stands around it
  ['mailto:zoe@example.com', value('zoe@example.com')],
  ['MAILTO:zoe@example.com?subject=Card', value('zoe@example.com')],
  ['<zoe@example.com>', value('zoe@example.com')],
  ['Zoe Smith <zoe@example.com>', value('zoe@example.com')],
  ['“zoe@example.com”', value('zoe@example.com')],
  ['zoe@example.com.', value('zoe@example.com')],
  ['zoe@example.com, ', value('zoe@example.com')],
  ['zoe @ example.com', value('zoe@example.com')],
  // Other keyboards
  ['ｚｏｅ＠ｅｘａｍｐｌｅ．ｃｏｍ', value('zoe@example.com')],
  ['o’brien@example.com', value("o'brien@example.com")],
  // The domain is stored in ASCII, and letters as they were typed
  ['Zoe@EXAMPLE.com', value('Zoe@example.com')],
  ['name@münchen.de', value('name@xn--mnchen-3ya.de')],
  ['name@MÜNCHEN.de', value('name@xn--mnchen-3ya.de')],
  ['name@mu\u0308nchen.de', value('name@xn--mnchen-3ya.de')],
  ['name@straße.de', value('name@xn--strae-oqa.de')],
  ['имя@пример.рф', value('имя@xn--e1afmkfd.xn--p1ai')],
  ['ivan@example.xn--p1ai', value('ivan@example.xn--p1ai')],
  ['用户@例子。中国', value('用户@xn--fsqu00a.xn--fiqs8s')],
  ['jo\u0308rg@example.com', value('jörg@example.com')],
  ['JÖRG@example.com', value('JöRG@example.com')],
  [`${'a'.repeat(64)}@example.com`, value(`${'a'.repeat(64)}@example.com`)],
  ['zoe', INVALID],
  ['zoe@', INVALID],
  ['@example.com', INVALID],
  ['zoe@example', INVALID],
  ['zoe@.com', INVALID],
  ['zoe@example..com', INVALID],
  ['a..b@example.com', INVALID],
  ['.zoe@example.com', INVALID],
  ['zoe.@example.com', INVALID],
  ['zoe@-example.com', INVALID],
  ['zoe smith@example.com', INVALID],
  ['zoe@exa mple.com', INVALID],
  ['zoe@@example.com', INVALID],
  ['zoe@example.com, bob@example.com', INVALID],
  ['Zoe <zoe@example.com>, Bob <bob@example.com>', INVALID],
  ['zoe@example.com\nBcc: bob@example.com', INVALID],
  ['zoe@127.0.0.1', INVALID],
  ['zoe@0x7f.1', INVALID],
  ['zoe@exa_mple.com', INVALID],
  [`${'a'.repeat(65)}@example.com`, INVALID],
];

describeReader('an email address', readEmail, EMAILS);

describe('[D69] a mailbox', () => {
  test.each([
    ['zoe@example.com', 'zoe@example.com'],
    ['Zoe+card@Example.com', 'zoe@example.com'],
    ['zoe+a+b@example.com', 'zoe@example.com'],
    ['z.oe@example.com', 'z.oe@example.com'],
    ['Z.O.E+card@gmail.com', 'zoe@gmail.com'],
    ['zoe@googlemail.com', 'zoe@gmail.com'],
    ['zoe@mail.gmail.com', 'zoe@mail.gmail.com'],
    ['name+card@münchen.de', 'name@xn--mnchen-3ya.de'],
    ['\u200Bzoe@example.com', 'zoe@example.com'],
    ['+card@example.com', '+card@example.com'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('%j is known as %j', (email, key) => {
    expect(mailboxKey(email)).toBe(key);
  });

  const label = fc.stringMatching(/^[a-z0-9]{1,12}$/);
  const domain = fc.constantFrom('example.com', 'gmail.com', 'googlemail.com', 'xn--mnchen-3ya.de');
  const local = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));

  test('is the same with any tag and letter case, and another one with another name', () => {
    fc.assert(
      fc.property(local, label, domain, (name, tag, host) => {
        const key = mailboxKey(`${name}@${host}`);
        expect(mailboxKey(`${name.toUpperCase()}+${tag}@${host.toUpperCase()}`)).toBe(key);
        expect(mailboxKey(key)).toBe(key);
        expect(mailboxKey(`${name}x@${host}`)).not.toBe(key);
      }),
    );
  });

  test('ignores dots at Gmail only', () => {
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const isSame = mailboxKey(`${name}@${host}`) === mailboxKey(`${name.replaceAll('.', '')}@${host}`);
        expect(isSame).toBe(!name.includes('.') || /^g(oogle)?mail/.test(host));
      }),
    );
  });
});
