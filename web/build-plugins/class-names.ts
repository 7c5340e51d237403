import type { Plugin } from 'vite';

const IMPORT = /\bimport (\w+) from ('|")([^'"]+\.module\.css)\2/g;

/**
 * Imports the class names of style sheets one by one, so that the bundler replaces each use with the name. A
 * default import would keep all names of a sheet in the scripts, also of a sheet that many pages share. The
 * build fails for a name that the sheet doesn't have.
 */
export function classNames(): Plugin[] {
  return [
    {
      name: 'class-names',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (id.includes('node_modules') || !code.includes('.module.css')) return null;
        return { code: code.replaceAll(IMPORT, "import * as $1 from '$3'"), map: null };
      },
      onLog(_level, log) {
        if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log.message);
      },
    },
    {
      name: 'class-names:keep-styles',
      apply: 'build',
      enforce: 'post',
      // A sheet whose names were all replaced has no code left. Vite would then drop its rules too.
      transform: {
        filter: { id: /\.module\.css$/ },
        handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
      },
    },
  ];
}
