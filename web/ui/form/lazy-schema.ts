import type { z } from 'zod';

/** A form's schema that loads once the visitor uses the form. */
export interface LazySchema<Schema extends z.ZodType = z.ZodType> {
  load(): Promise<Schema>;
  /** Undefined until it has loaded. */
  loaded(): Schema | undefined;
}

/**
 * Use this for a form in a page's first view: zod would be a fifth of the page's scripts, and nothing is
 * validated before the first attempt to send.
 */
export function lazySchema<Schema extends z.ZodType>(fetchSchema: () => Promise<Schema>): LazySchema<Schema> {
  let loadedSchema: Schema | undefined;
  return {
    async load() {
      loadedSchema ??= await fetchSchema();
      return loadedSchema;
    },
    loaded: () => loadedSchema,
  };
}
