import { Notice } from '#web/ui/page/notice.tsx';

/** `error` is the first field's error, without a period. */
export function SearchRefusal({ error }: { error: string | undefined }) {
  return (
    <Notice title="Nothing was searched for yet">
      {error ? `${error}. ` : ''}Please correct the marked field and search again.
    </Notice>
  );
}
