import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

// Prints the packages that the running product doesn't need, for the Containerfile: `npm start` also builds the
// web app, so package.json lists what the build needs among the dependencies.

const ROOT = join(import.meta.dirname, '../..');
/** Imported only with `--dev`. */
const DEVELOPMENT_ONLY = ['vite'];
/** Makes the place file, before a release. */
const SCRIPTS = ['db/places/build/**'];
const TYPE_IMPORT = /^(?:import|export) type [\s\S]*?;$/gm;
const manifest = z.object({
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

const { dependencies, optionalDependencies } = manifest.parse(
  JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')),
);
const unused = new Set(Object.keys({ ...dependencies, ...optionalDependencies }));
for await (const path of glob('{server,gateway,db}/**/*.ts', { cwd: ROOT, exclude: SCRIPTS })) {
  const source = (await readFile(join(ROOT, path), 'utf8')).replaceAll(TYPE_IMPORT, '');
  for (const name of unused)
    if (source.includes(`'${name}'`) || source.includes(`'${name}/`)) unused.delete(name);
}
console.log([...unused, ...DEVELOPMENT_ONLY].join(' '));
