import type { z } from 'zod';

/** A form's schema that loads once the visitor uses the form. */
export interface LazySchema<Schema extends z.ZodType = z.ZodType> {
  load(): Promise<Schema>;
  /** Undefined until it has loaded. */
  loaded(): Schema | undefined;
}

/**
 * Use this for forms in a page's initial view: zod would make up a fifth of the page's scripts, and nothing
 * needs validation before the first attempt to submit.
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
