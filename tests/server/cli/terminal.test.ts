import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { createTerminalIo, formatProgress } from '#server/app/cli/main.ts';

const step = { done: 420, total: 1_000, text: '42 rows' };

test.each([
  [0, 1_000, '[------------------------------]   0 %  42 rows'],
  [420, 1_000, '[#############-----------------]  42 %  42 rows'],
  [1_000, 1_000, '[##############################] 100 %  42 rows'],
  [0, 0, '[##############################] 100 %  42 rows'],
  [7, null, '42 rows'],
])('the progress bar for %i of %j is %s', (done, total, bar) => {
  expect(formatProgress({ done, total, text: '42 rows' })).toBe(bar);
});

describe('progress', () => {
  function streams(isTTY: boolean) {
    const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    return { ...streams, stderr: Object.assign(streams.stderr, { isTTY }) };
  }

  test('[D46] is a bar on a terminal, which makes room for lines and disappears at the end', async () => {
    const { stderr, ...others } = streams(true);
    const io = createTerminalIo({ stderr, ...others });
    io.progress(step);
    io.note('line 3: wrong');
    io.progress(step);
    io.close();
    stderr.end();
    const bar = `\r\u001b[K${formatProgress(step)}`;
    expect(await text(stderr)).toBe(`${bar}\r\u001b[Kline 3: wrong\n${bar}\r\u001b[K`);
  });

  test('is not written to a log or mixed with results', async () => {
    const { stderr, stdout, stdin } = streams(false);
    const io = createTerminalIo({ stderr, stdout, stdin });
    for (let n = 0; n < 100; n++) io.progress(step);
    await io.write('a,b\n');
    io.close();
    stderr.end();
    stdout.end();
    expect([await text(stderr), await text(stdout)]).toEqual(['', 'a,b\n']);
  });
});
