import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { opensModal } from '#web/lib/history-state.ts';

/**
 * Opens a modal of one membership with a search parameter, such as `?family=` and the membership's number.
 */
export function useMembershipModal(param: 'family' | 'plan', number: string) {
  const [params] = useSearchParams();
  const isOpen = params.get(param) === number;
  // While the modal closes, the URL no longer has the parameter.
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return {
    isOpen,
    wasOpened,
    link: { to: { search: `?${new URLSearchParams({ [param]: number })}` }, state: opensModal },
  };
}
