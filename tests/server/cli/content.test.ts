import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { SILENT_IO } from '#server/app/cli/command.ts';
import { contentCommand } from '#server/app/cli/commands/content.ts';
import { executeCommand } from '#server/app/cli/execute-command.ts';
import { getContract, getPolicy, getPublicSettings } from '#server/domains/content/content.service.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { seededTestDb } from '#tests/helpers/database/database.ts';
import { makeWebinarCode } from '#tests/helpers/factories/webinar.ts';
import { openRecordingJobs } from '#tests/helpers/fakes/job-queue.ts';
import { temporaryFolder } from '#tests/helpers/temporary-folder.ts';

const database = seededTestDb();
const folder = temporaryFolder();
let clock = new Date('2026-11-22T12:00:00Z');

beforeEach(() => {
  clock = new Date(clock.getTime() + 60_000);
});

async function run(...args: string[]) {
  let output = '';
  const notes: string[] = [];
  const deps = { db: database.db, now: () => clock, config: loadConfig({}), openJobs: openRecordingJobs };
  const write = async (text: string) => {
    output += text;
  };
  const note = (line: string) => notes.push(line);
  const result = await executeCommand(contentCommand, deps, args, { ...SILENT_IO, write, note });
  return { ...result, written: output, notes };
}

/** Creates an empty folder for one export or import. */
async function makeFolder(name: string): Promise<string> {
  const path = join(folder(), name);
  await rm(path, { recursive: true, force: true });
  await mkdir(path, { recursive: true });
  return path;
}

const findCode = (code: string) =>
  database.db.selectFrom('webinarCodes').select('id').where('code', '=', code).executeTakeFirst();

async function importFiles(files: Record<string, string>) {
  const path = await makeFolder('import');
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return run('import', path);
}

describe('npm run content -- export and import', () => {
  test('changes nothing if an unchanged export is imported', async () => {
    await makeWebinarCode(database.db, clock);
    const path = await makeFolder('all');
    expect((await run('export', path)).output).toBe(`16 files written to ${path}.`);
    expect((await readdir(path, { recursive: true })).toSorted()).toContain('policies/privacy.html');
    const { output, exitCode } = await run('import', path);
    expect(exitCode).toBe(0);
    const lines = output.split('\n');
    expect(lines.filter((line) => !/ unchanged$|^webinar codes {2}0 new$/.test(line))).toEqual([]);
    expect(lines).toHaveLength(16);
  });

  test('[D34] makes a changed text the next version, and earlier versions can still be read', async () => {
    const settingsBefore = await getPolicy(database.db, 'PRIVACY');
    const path = await makeFolder('privacy');
    await run('export', path, 'privacy');
    const file = join(path, 'policies/privacy.html');
    const changedText = (await readFile(file, 'utf8')).replace('</h2>', '</h2>\n<p>Something new.</p>');
    await writeFile(file, changedText);
    expect((await run('import', file)).output).toBe('PRIVACY  version 2');
    expect(await getPolicy(database.db, 'PRIVACY')).toEqual({
      type: 'PRIVACY',
      version: 2,
      html: changedText,
      publishedAt: clock,
    });
    expect((await run('texts', 'show', 'privacy', '--version', '1')).written).toBe(settingsBefore.html);
    expect((await run('texts', 'show', 'PRIVACY')).written).toBe(changedText);
    expect((await run('texts', 'history', 'privacy')).output).toMatch(/^version 2 .*\nversion 1 .*$/);
    expect((await run('texts', 'list')).output).toMatch(/^PRIVACY +version 2 /m);
    expect((await run('texts', 'show', 'privacy', '--version', '9')).exitCode).toBe(1);
  });

  test('removes scripts and images from texts', async () => {
    const { notes } = await importFiles({
      'member.html': `<h1 onclick="x()">Terms</h1><script>alert(1)</script><p style="x">Hi <b>you</b>
        <a href="javascript:alert(1)">one</a> <a href="//evil.example">two</a> <a href="/faq" target="_blank">three</a>
        <img src="https://evil.example/x.png"></p>`,
    });
    const { html } = await getContract(database.db, 'MEMBER');
    expect(html.replace(/\s+/g, ' ').trim()).toBe(
      '<h2>Terms</h2><p>Hi <strong>you</strong> one two <a href="/faq">three</a> </p>',
    );
    expect(notes.join()).toContain('removed unsupported tags: script, img.');
  });

  test('imports nothing if there is any error, and lists every error', async () => {
    const settingsBefore = await getPublicSettings(database.db);
    const { exitCode, output } = await importFiles({
      'cookie.html': '<p>New cookies</p>',
      'friend.html': '<script>only</script>',
      'settings.json': JSON.stringify({ contactHours: 'never', friendBonus: 'much', nope: 'x' }),
      'webinar-codes.csv': 'code\nA!\nGOOD1\n',
    });
    expect(exitCode).toBe(1);
    for (const fault of [
      'friend.html: The text is empty.',
      'friendBonus: Use dollars',
      'nope: There is no such setting.',
      'line 2: a code is',
      'Nothing was imported.',
    ]) {
      expect(output).toContain(fault);
    }
    expect(await getPublicSettings(database.db)).toEqual(settingsBefore);
    expect((await getPolicy(database.db, 'COOKIE')).version).toBe(1);
    expect(await findCode('GOOD1')).toBeUndefined();
  });

  test('imports settings and webinar codes', async () => {
    const { output } = await importFiles({
      'settings.json': JSON.stringify({ instagramLink: 'https://instagram.com/card', newsletter: 'yes' }),
      'webinar-codes.csv': '\ufeffstate,code\nnew,lunch-2026\nnew,lunch-2026\n',
    });
    expect(output).toBe('settings  changed: instagramLink\nwebinar codes  1 new');
    expect(await findCode('LUNCH2026')).toEqual({ id: expect.any(String) });
  });

  test('creates a version for each concurrent import or reports the conflict', async () => {
    const path = await makeFolder('at-once');
    const texts = ['One', 'Two', 'Three'];
    const files = texts.map((text) => join(path, text, 'friend.html'));
    for (const [index, file] of files.entries()) {
      await mkdir(dirname(file));
      await writeFile(file, `<p>${texts[index]}</p>`);
    }
    const results = await Promise.all(files.map((file) => run('import', file)));
    const successes = results.filter(({ exitCode }) => exitCode === 0);
    const { output } = await run('texts', 'history', 'friend');
    expect(output.split('\n')).toHaveLength(1 + successes.length);
    expect(successes.length).toBeGreaterThan(0);
    for (const { exitCode, output } of results) {
      expect(output).toMatch(
        exitCode === 0 ? /^FRIEND {2}version \d$/ : /^Someone else published at the same time\./,
      );
    }
  });

  test.each([
    ['settings.json', '[]', 'must be a JSON object'],
    ['settings.json', '{"newsletter": true}', 'must be a JSON object'],
    ['webinar-codes.csv', 'a"b\n"c', 'Nothing was imported.'],
    ['notes.txt', 'x', 'has no importable files'],
  ])('refuses an invalid file: %s %j', async (name, text, message) => {
    const { exitCode, output } = await importFiles({ [name]: text });
    expect(exitCode).toBe(1);
    expect(output).toContain(message);
  });

  test('resolves file paths in the caller’s directory', () => {
    const { resolvePaths } = contentCommand;
    const previousFolder = process.cwd();
    expect(resolvePaths?.(['export', 'out', 'faq'])).toEqual(['export', join(previousFolder, 'out'), 'faq']);
    expect(resolvePaths?.(['import', 'a.html', '/b'])).toEqual([
      'import',
      join(previousFolder, 'a.html'),
      '/b',
    ]);
    expect(resolvePaths?.(['messages', 'export', '--kind', 'contact', 'm.csv'])).toEqual([
      ...['messages', 'export', '--kind', 'contact'],
      join(previousFolder, 'm.csv'),
    ]);
    expect(resolvePaths?.(['newsletter', 'export', '-'])).toEqual(['newsletter', 'export', '-']);
    expect(resolvePaths?.(['texts', 'show', 'faq'])).toEqual(['texts', 'show', 'faq']);
  });
});

test.each([
  [],
  ['nonsense'],
  ['texts', 'show'],
  ['texts', 'list', '--version', '1'],
  ['texts', 'show', 'faq', '--version', 'one'],
  ['export'],
  ['import'],
  ['import', 'x', '--kind', 'contact'],
  ['messages', 'list'],
  ['messages', 'export', 'x', '--kind', 'love'],
  ['messages', 'forget', 'x', '--suspected'],
  ['messages', 'forget', 'a', 'b'],
  ['newsletter', 'export'],
  ['--nope'],
])('npm run content -- %s %s %s %s prints the usage', async (...args) => {
  const { exitCode, output } = await run(...args.filter((arg) => arg !== undefined));
  expect(exitCode).toBe(2);
  expect(output).toContain('Usage:');
});
