import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..', '..');
const programs = join(root, 'node_modules', '.bin');

/** Generates types from the database with kysely-codegen, configured like our parsers and naming. */
export async function generatedTypes(databaseUrl: string): Promise<string> {
  const options = ['--dialect', 'postgres', '--url', databaseUrl, '--camel-case', '--date-parser', 'string'];
  const mapping = JSON.stringify({ int8: 'number' });
  const { stdout } = await run(join(programs, 'kysely-codegen'), [
    ...options,
    ...['--type-mapping', mapping, '--exclude-pattern', 'kysely_*', '--log-level', 'error', '--print'],
  ]);
  return stdout;
}

// Our types may be narrower than the database's, such as a union of status names for text, but never wider
// (except `unknown`) or different. The comparison lists faults as the keys of a type, so that one compiler
// error lists them all.
const COMPARISON = `
import type { Insertable, Selectable } from 'kysely';
import type { DB } from './generated.ts';
import type { Database } from '${join(root, 'db', 'database.ts')}';

type Has<T, K> = K extends keyof T ? true : false;
type IsUnknown<T> = unknown extends T ? true : false;
type IsOptional<T, K extends keyof T> = {} extends Pick<T, K> ? true : false;
type Same<A, B> = [A, B] extends [B, A] ? true : false;

type ReadFault<Ours, Real, K> = K extends keyof Ours & keyof Real
  ? IsUnknown<Ours[K]> extends true ? never
  : [Ours[K]] extends [Real[K]]
    ? Same<null extends Ours[K] ? 1 : 0, null extends Real[K] ? 1 : 0> extends true ? never : 'can be null in only one of both'
    : 'is read as a different type'
  : never;

type WriteFault<Ours, Real, K> = K extends keyof Ours
  ? K extends keyof Real
    ? [Exclude<Ours[K], undefined>] extends [Exclude<Real[K], undefined>]
      ? IsOptional<Ours, K> extends true
        ? IsOptional<Real, K> extends true ? never : 'is required on insert'
        : never
      : 'accepts a different type on insert'
    : 'cannot be inserted'
  : never;

type ColumnFault<Ours, Real, K extends string> =
  | (Has<Selectable<Ours>, K> extends true ? never : 'is not in our types')
  | (Has<Selectable<Real>, K> extends true
      ? ReadFault<Selectable<Ours>, Selectable<Real>, K> | WriteFault<Insertable<Ours>, Insertable<Real>, K>
      : 'is not in the database');

type TableFault<Ours, Real, T extends string> = {
  [K in (keyof Ours | keyof Real) & string]: [ColumnFault<Ours, Real, K>] extends [never]
    ? never
    : \`<\${T}.\${K} \${ColumnFault<Ours, Real, K>}>\`;
}[(keyof Ours | keyof Real) & string];

type Fault = {
  [T in (keyof Database | keyof DB) & string]: T extends keyof Database
    ? T extends keyof DB ? TableFault<Database[T], DB[T], T> : \`<\${T} is not in the database>\`
    : \`<\${T} is not in our types>\`;
}[(keyof Database | keyof DB) & string];

declare const faults: { [F in Fault]: true };
export const none: [Fault] extends [never] ? object : never = faults;
`;

const OPTIONS = {
  extends: join(root, 'tsconfig.json'),
  compilerOptions: { noErrorTruncation: true, types: [] },
  include: ['*.ts'],
};

/** Lists where our table types differ from the generated ones. */
export async function tableTypeFaults(generated: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'everything-card-types-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(OPTIONS));
    await writeFile(join(folder, 'generated.ts'), generated);
    await writeFile(join(folder, 'comparison.ts'), COMPARISON);
    await run(join(programs, 'tsc'), ['-p', folder, '--pretty', 'false']);
    return [];
  } catch (error) {
    const output = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    const faults = new Set([...output.matchAll(/<([^<>]+)>/g)].map(([, fault = '']) => fault));
    // The compiler failed for another reason, not because types differ.
    if (faults.size === 0) throw error;
    return [...faults].sort();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
