import { glob, readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { parseSync, Visitor } from 'vite';

export interface Import {
  /** A path in the project, or a package specifier. */
  target: string;
  specifier: string;
  isPackage: boolean;
  /** True for `import type`, `export type … from`, and types like `import('…').Thing`. */
  typeOnly: boolean;
}

export interface SourceFile {
  path: string;
  lines: number;
  imports: Import[];
  exportsDefault: boolean;
  /** The text of each `export … from`. */
  reexports: string[];
  readsEnvironment: boolean;
  /** Type and non-null assertions, such as `as any` and `x!`, but not `as const`. */
  assertions: string[];
  /** Comments that disable the compiler or the linter. */
  silencers: string[];
}

const CODE = /\.tsx?$/;
const SILENCER = /@ts-(?:ignore|expect-error|nocheck)|biome-ignore/;
const ENVIRONMENT = /\bprocess\??\.(?:env|\[['"`]env['"`]\])$|\bprocess\[['"`]env['"`]\]$/;
const ALIAS = '#';

export function resolveImport(from: string, specifier: string): { target: string; isPackage: boolean } {
  if (specifier.startsWith(ALIAS)) return { target: specifier.slice(ALIAS.length), isPackage: false };
  if (specifier.startsWith('.'))
    return { target: normalize(join(dirname(from), specifier)), isPackage: false };
  return { target: specifier, isPackage: true };
}

/** Parses a file into the facts that the architecture rules check. */
export function readSource(path: string, text: string): SourceFile {
  const file: SourceFile = {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [],
    exportsDefault: false,
    reexports: [],
    readsEnvironment: false,
    assertions: [],
    silencers: [],
  };
  if (!CODE.test(path)) return file;
  const { program, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`);
  file.silencers = comments.map(({ value }) => value.trim()).filter((value) => SILENCER.test(value));
  const add = (specifier: string, typeOnly: boolean) =>
    file.imports.push({ ...resolveImport(path, specifier), specifier, typeOnly });
  const quote = ({ start, end }: { start: number; end: number }) => text.slice(start, end);

  new Visitor({
    ImportDeclaration(node) {
      add(node.source.value, node.importKind === 'type');
      // `process` is a global, so the likely reason to import it is to read `env` under another name.
      if (node.source.value === 'node:process') file.readsEnvironment = true;
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind === 'type');
      file.reexports.push(quote(node));
    },
    ExportNamedDeclaration(node) {
      if (!node.source) return;
      add(node.source.value, node.exportKind === 'type');
      file.reexports.push(quote(node));
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal' && typeof node.source.value === 'string')
        add(node.source.value, false);
    },
    TSImportType: (node) => add(node.source.value, true),
    ExportDefaultDeclaration() {
      file.exportsDefault = true;
    },
    MemberExpression(node) {
      if (ENVIRONMENT.test(quote(node))) file.readsEnvironment = true;
    },
    VariableDeclarator(node) {
      const fromProcess = node.init && /\bprocess$/.test(quote(node.init));
      if (fromProcess && node.id.type === 'ObjectPattern' && /\benv\b/.test(quote(node.id))) {
        file.readsEnvironment = true;
      }
    },
    TSAsExpression(node) {
      if (quote(node.typeAnnotation) !== 'const') file.assertions.push(`as ${quote(node.typeAnnotation)}`);
    },
    TSTypeAssertion: (node) => file.assertions.push(`<${quote(node.typeAnnotation)}>`),
    TSNonNullExpression: (node) => file.assertions.push(`${quote(node)} (not null)`),
  }).visit(program);
  return file;
}

/** Reads the source files in these folders, sorted by path. */
export async function sourceFiles(root: string, folders: readonly string[]): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const patterns = folders.map((folder) => `${folder}/**/*.{ts,tsx,css}`);
  for await (const path of glob(patterns, { cwd: root })) {
    files.push(readSource(path, await readFile(join(root, path), 'utf8')));
  }
  return files.sort((a, b) => a.path.localeCompare(b.path));
}
