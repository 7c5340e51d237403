import { paths } from '#server/site/pages.shared.ts';
import { PUBLIC_PATHS } from '#tests/helpers/public-paths.ts';

/** Every public page (SPEC section 2), and the one that opens at a till. */
export const PAGES: readonly string[] = [...PUBLIC_PATHS, paths.verify()];

/** The pages whose first view has a budget of bytes (DESIGN section 8). */
export const BUDGETED: readonly string[] = [paths.home(), paths.pricing()];
