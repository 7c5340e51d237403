import { readLatinName, readName } from '#server/lib/readers/name.ts';
import { describeReader, type Example, refused, value } from './reader-examples.ts';

const unchanged = (name: string): Example => [name, value(name)];

const NAMES: Example[] = [
  // 20 scripts, with the joiners that some of them need
  ...[
    'Zoë Müller',
    'Nguyễn Thị Hồng',
    'Παπαδόπουλος',
    'Дмитрий Щукин',
    'Հայկ Պետրոսյան',
    'ნინო ბერიძე',
    'יוסף לוי',
    'محمد علی',
    'رضا\u200Cپور',
    'ܐܦܪܝܡ',
    'शर्मा',
    'क्\u200Dष',
    'বন্দ্যোপাধ্যায়',
    'ਸਿੰਘ',
    'પટેલ',
    'சுந்தரம்',
    'రాజు',
    'ರಾವ್',
    'നാരായണന്\u200D',
    'විජේසිංහ',
    'ศรีสุวรรณ',
    'ទេព សុខា',
    'အောင်ဆန်း',
    'ተስፋዬ',
    '王小明',
    '葛\u{E0100}城',
    'やまだ たろう',
    'サトウ',
    '김민준',
    'ᠪᠠᠲᠤ',
  ].map(unchanged),
  // Emoji
  unchanged('Zoë 👩‍👩‍👧 🏳️‍🌈'),
  unchanged('Ada 🏴󠁧󠁢󠁥󠁮󠁧󠁿'),
  unchanged('Kaʻahumanu'),
  // Nothing is expected of a name
  unchanged('X Æ A-12'),
  unchanged('Jr.'),
  unchanged('王'),
  ['O’Brien', value("O'Brien")],
  ['D‘Angelo', value("D'Angelo")],
  ['Smith–Jones', value('Smith-Jones')],
  ['Mary\u00A0Ann', value('Mary Ann')],
  ['  Mary   Ann ', value('Mary Ann')],
  ['\u200EJosé', value('José')],
  ['Jose\u0301', value('José')],
  ['Ｚｏｅ', value('Zoe')],
  ['Zo\u00ADe', value('Zoe')],
  ['Zoe\u200D', value('Zoe')],
  ['Zoe\uFE0F', value('Zoe')],
];

describeReader('a name', readName, NAMES);

const NOT_LATIN = refused('Please use Latin letters, as in Wang Xiaoming');

describeReader('a name in Latin letters', readLatinName, [
  ['Wang Xiaoming', value('Wang Xiaoming')],
  [' Ōe  Kenzaburō ', value('Ōe Kenzaburō')],
  ['O’Neill–Kaʻahumanu Jr.', value("O'Neill-Kaʻahumanu Jr.")],
  ['王小明', NOT_LATIN],
  ['Wang 小明', NOT_LATIN],
  ['Иван', NOT_LATIN],
  ['123', NOT_LATIN],
]);
