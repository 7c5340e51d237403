import { Textarea } from '@mantine/core';
import '#web/ui/styles/mantine-rest.css';
import { useDebouncedValue } from '@mantine/hooks';
import { MAX_SOCIAL_MEDIA_WORDS } from '#server/domains/business-plans/business-plan.schema.ts';
import { countWords } from '#server/lib/line-rules.ts';
import { useField } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import classes from '../checkout.module.css';

const TOO_MANY_WORDS = `Please use at most ${MAX_SOCIAL_MEDIA_WORDS} words`;

/** Shows the word count while the user types. Screen readers announce it only after a pause. */
export function SocialMediaInfoField() {
  const field = useField('socialMediaInfo', 'What should people know');
  const text = typeof field.value === 'string' ? field.value : '';
  const wordCount = countWords(text);
  const countText = `${wordCount} of ${MAX_SOCIAL_MEDIA_WORDS} words`;
  const [announcedCount] = useDebouncedValue(countText, 800);
  return (
    <div className={formClasses.group}>
      <Textarea
        id={field.id}
        name="socialMediaInfo"
        label={
          <>
            What should people know? <span className={formClasses.optional}>(optional)</span>
          </>
        }
        description="What you’re proud of, what’s new, and who you want to reach."
        rows={7}
        value={text}
        error={wordCount > MAX_SOCIAL_MEDIA_WORDS ? TOO_MANY_WORDS : field.error}
        onChange={(event) => field.setValue(event.currentTarget.value)}
        onBlur={field.onBlur}
      />
      <div className={classes.count}>
        <p aria-hidden="true" data-over={wordCount > MAX_SOCIAL_MEDIA_WORDS || undefined}>
          {countText}
        </p>
        <div aria-live="polite">
          <VisuallyHidden>{announcedCount}</VisuallyHidden>
        </div>
      </div>
    </div>
  );
}
