import { Notice } from '#web/ui/page/notice.tsx';

/** `error` is the first field's error, which has no period, but may end with a question. */
export function SearchRefusal({ error }: { error: string | undefined }) {
  return (
    <Notice title="We couldn’t run that search">
      {error ? `${error}${error.endsWith('?') ? '' : '.'} ` : ''}Please correct the marked field, then search
      again.
    </Notice>
  );
}
