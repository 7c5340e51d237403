import type { TestProject } from 'vitest/node';
import { findPostgres } from './database/postgres.ts';
import { embeddedTemplate, serverTemplate } from './database/template.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Undefined if PostgreSQL isn't available; the tests then run on the embedded database. */
    postgres: { url: string; template: string } | undefined;
  }
}

/** Vitest runs this before all test files, and the returned function after them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Otherwise, several processes would create it at the same time. It is kept between runs.
  await embeddedTemplate();
  // At times that no test controls, autovacuum would change query plans and use a database that a test drops.
  const server = await findPostgres(process.env, { autovacuum: 'off' });
  if ('reasons' in server) {
    console.log(`Database: the embedded one, because there is no PostgreSQL (${server.reasons.join('; ')}).`);
    console.log('Tests that need concurrent connections cannot run; they are listed as skipped.');
    project.provide('postgres', undefined);
    return async () => {};
  }
  console.log(`Database: ${server.description}.`);
  try {
    project.provide('postgres', { url: server.url, template: await serverTemplate(server.url) });
  } catch (error) {
    await server.stop();
    throw error;
  }
  return server.stop;
}
