/** While the URL has this parameter, visitors see the login modal, so Back closes it. */
const PARAM = 'login';

interface Address {
  pathname: string;
  search: string;
}

function withSearchParams({ pathname, search }: Address, change: (params: URLSearchParams) => void): string {
  const params = new URLSearchParams(search);
  change(params);
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

export function isLoginRequested({ search }: Address): boolean {
  return new URLSearchParams(search).has(PARAM);
}

/** Adds the parameter that opens the login modal over the page. */
export function withLogin(address: Address): string {
  return withSearchParams(address, (params) => params.set(PARAM, '1'));
}

export function withoutLogin(address: Address): string {
  return withSearchParams(address, (params) => params.delete(PARAM));
}
