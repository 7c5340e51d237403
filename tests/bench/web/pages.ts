import { paths } from '#server/site/pages.shared.ts';
import { publicPages } from '#server/site/public-pages.ts';

/** Every public page (SPEC section 2), and the one that opens at a till. */
export const PAGES: readonly string[] = [...Object.keys(publicPages), paths.verify()];

/** The pages whose first view has a budget of bytes (DESIGN section 8). */
export const BUDGETED: readonly string[] = [paths.home(), paths.pricing()];
