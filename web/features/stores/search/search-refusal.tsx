import { Notice } from '#web/ui/page/notice.tsx';

/** `error` is the first field's error, without a period. */
export function SearchRefusal({ error }: { error: string | undefined }) {
  return (
    <Notice title="We couldn’t run that search">
      {error ? `${error}. ` : ''}Please correct the marked field, then search again.
    </Notice>
  );
}
