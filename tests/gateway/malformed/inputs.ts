import fc from 'fast-check';

/** Unusual JSON text, most of which JSON.stringify can't produce, keyed by its placeholder. */
const RAW: Record<string, string> = {
  '@@infinity': '1e400',
  '@@minus-infinity': '-1e400',
  '@@tiny': '1e-400',
  '@@long-number': '1'.repeat(400),
  '@@minus-zero': '-0',
  '@@deep-list': '['.repeat(20_000) + ']'.repeat(20_000),
  '@@deep-object': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '@@twice': '{"id":"a","id":{"id":[]}}',
  '@@prototype': '{"__proto__":{"accountType":42,"valid":true}}',
  '@@constructor': '{"constructor":{"prototype":{"accountType":42}}}',
  '@@lone-surrogate': '"\\ud800"',
  '@@zero-byte': '"a\\u0000b"',
  '@@half': '{"a":',
  '@@nan': 'NaN',
};

/** Serializes a value and replaces the placeholders. The result may be invalid JSON. */
export function toJson(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.replace(/"(@@[a-z-]+)"/g, (match, mark: string) => RAW[mark] ?? match);
}

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfffb',
  '\u202etxt',
  '\ufeff',
  '💳'.repeat(60),
  'ﬃİı',
  "' or 1=1 --",
  '%',
  '_%_',
  '\\',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '0x10',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '9999-99-99T99:99:99Z',
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-4000-8000-000000000000',
  'tok_visa',
  'pm_none',
  'none',
  'a@b.co\r\nBcc: c@d.ef',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}co`,
  'é'.repeat(100),
  'x'.repeat(10_000),
  '\u0301'.repeat(5_000),
  'a '.repeat(20_000),
];

const NUMBERS = [0, -1, 0.5, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53, -(2 ** 63), 100, 42];

/** Used rarely, because each is large. */
const LARGE = ['x'.repeat(100_000), '['.repeat(50_000), 'é'.repeat(140_000), new Array(20_000).fill(0)];

const shallow: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: fc.constantFrom(...TEXTS), weight: 6 },
  { arbitrary: fc.constantFrom(...Object.keys(RAW)), weight: 4 },
  { arbitrary: fc.constantFrom(...NUMBERS), weight: 2 },
  { arbitrary: fc.constantFrom(null, true, false, [], {}), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary' }), weight: 2 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 300 }), weight: 1 },
  { arbitrary: fc.double(), weight: 1 },
  { arbitrary: fc.jsonValue(), weight: 2 },
  { arbitrary: fc.constantFrom(...LARGE), weight: 1 },
);

const nested: fc.Arbitrary<unknown> = fc.oneof(
  fc.array(shallow, { maxLength: 4 }),
  fc.dictionary(fc.constantFrom('id', 'name', 'length', 'then', 'toJSON', '__proto__', 'a'), shallow),
);

/** A value that hardly any field accepts. */
export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: shallow, weight: 4 },
  { arbitrary: nested, weight: 1 },
);

/** A text that hardly any header, path, or query string accepts. */
export const badText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('%', '%E0%A4%A', '%00', '%ff', '..%2f..', '[]', '{}', '1e400', 'x'.repeat(3_000)),
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets an own property, even if its name is `__proto__`. */
function withField(
  object: Record<string, unknown>,
  [name, value]: [string, unknown],
): Record<string, unknown> {
  const copy = { ...object };
  Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** Generates the input with fields replaced, added, or removed, or a completely different value. */
export function malformed(good: unknown): fc.Arbitrary<unknown> {
  if (!isObject(good) || Object.keys(good).length === 0) return badValue;
  const names = Object.keys(good);
  const changes = fc.array(fc.tuple(fc.constantFrom(...names, ...names, 'extra', '__proto__'), badValue), {
    minLength: 1,
    maxLength: 3,
  });
  const objectFields = names.filter((name) => isObject(good[name]));
  const omittedFields = fc.subarray(names, { minLength: 1 });
  return fc.oneof(
    { arbitrary: changes.map((list) => list.reduce(withField, good)), weight: 6 },
    {
      arbitrary: omittedFields.map((fields) =>
        Object.fromEntries(Object.entries(good).filter(([name]) => !fields.includes(name))),
      ),
      weight: 1,
    },
    { arbitrary: badValue, weight: 1 },
    // Also make nested objects malformed.
    ...(objectFields.length === 0
      ? []
      : [
          {
            arbitrary: fc
              .constantFrom(...objectFields)
              .chain((name) => malformed(good[name]).map((value) => withField(good, [name, value]))),
            weight: 6,
          },
        ]),
  );
}
