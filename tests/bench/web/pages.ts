import { paths } from '#server/site/pages.shared.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';

/** Every public page, and the verification page that cashiers open. */
export const PAGES: readonly string[] = [...PUBLIC_PATHS, paths.verify()];

/** The pages whose first view has a size budget. */
export const BUDGETED_PATHS: readonly string[] = [paths.home(), paths.pricing()];
