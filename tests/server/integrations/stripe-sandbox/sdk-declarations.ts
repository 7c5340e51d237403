import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Copies the SDK's declarations in a form from which schemas can be generated. Enumerations reject unknown
 * values, and decimals become strings. Types of products that we don't use are removed, because their names
 * would clash.
 */
export async function copyDeclarations(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyDeclarations(source, target);
    else if (entry.name === 'Decimal.d.ts') await writeFile(target, DECIMAL);
    else if (entry.name.endsWith('.d.ts'))
      await writeFile(target, simplifyTypes(await readFile(source, 'utf8')));
  }
}

const DECIMAL = 'export type Decimal = string;\nexport declare const Decimal: unknown;\n';
const OTHER_PRODUCTS = /^import \* as (\w+) from '\.\.?\/\w+\/index\.js';$/gm;
const TYPES_OF_OTHER_PRODUCTS = /^import \{([^}]*)\} from '\.\/[A-Z]\w+\/\w+\.js';$/gm;

function simplifyTypes(text: string): string {
  const products: string[] = [];
  const trimmedText = text
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s*\|\s*OtherString\b/g, '')
    .replaceAll(OTHER_PRODUCTS, (_, name: string) => {
      products.push(name);
      return '';
    })
    .replaceAll(TYPES_OF_OTHER_PRODUCTS, (_, names: string) =>
      names
        .split(',')
        .map((name) => `type ${name.trim().split(' as ').at(-1)} = never;`)
        .join('\n'),
    );
  return products.reduce(
    (result, name) => result.replaceAll(new RegExp(`(?<![\\w.])${name}\\.\\w+`, 'g'), 'never'),
    trimmedText,
  );
}
