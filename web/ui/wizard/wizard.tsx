import { useEffect, useRef } from 'react';
import '#web/ui/styles/mantine-rest.css';
import type { Failure } from '#web/lib/errors.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorSummary } from '#web/ui/form/error-summary.tsx';
import { FieldProvider, useFieldRegistry } from '#web/ui/form/field-context.tsx';
import formClasses from '#web/ui/form/form.module.css';
import { useDocumentTitle } from '#web/ui/page/document-title.ts';
import { ErrorBox } from '#web/ui/page/error-box.tsx';
import { Notice } from '#web/ui/page/notice.tsx';
import { useWizard, type WizardOptions } from './use-wizard.ts';
import classes from './wizard.module.css';
import type { ReviewedPage, WizardPage } from './wizard-page.ts';
import { findStepAfter, listShownSteps } from './wizard-steps.ts';

interface WizardProps<V extends object> extends WizardOptions<V> {
  title: string;
  labels?: { next?: string; previous?: string; submit?: string | ((values: V) => string) };
  /** The heading of server errors that don't belong to a field. */
  errorHeader?: string | ((failure: Failure) => string);
}

export function Wizard<V extends object>({ title, labels = {}, errorHeader, ...options }: WizardProps<V>) {
  const { form, current, busy, failure, next, previous, linkTo, summaryShown, wereSecretsLost } =
    useWizard(options);
  const fields = useFieldRegistry();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusedStep = useRef(current.id);

  const visiblePages = listShownSteps(options.pages, form.values);
  const pageIndex = visiblePages.findIndex((page) => page.id === current.id);
  const isLastPage = findStepAfter(options.pages, form.values, current.id) === undefined;
  const progress = `Step ${pageIndex + 1} of ${visiblePages.length}`;
  useDocumentTitle(`${current.title} (${progress}), ${title}`);

  useEffect(() => {
    // If the wizard loads after its modal opened, the modal has focused its first control instead of the
    // heading.
    if (heading.current?.closest('[role="dialog"]')) heading.current.focus({ preventScroll: true });
  }, []);

  useEffect(() => {
    // After a jump to a page with errors, the error summary takes focus instead.
    if (focusedStep.current !== current.id && !summaryShown) heading.current?.focus();
    focusedStep.current = current.id;
  }, [current.id, summaryShown]);

  const { submit = 'Submit' } = labels;
  const submitLabel = typeof submit === 'function' ? submit(form.values) : submit;
  const summaryHeader =
    typeof errorHeader === 'function' && failure !== null ? errorHeader(failure) : errorHeader;
  const header = current.errorHeader ?? summaryHeader;
  const backButton = pageIndex > 0 && (
    <Button variant="secondary" onClick={previous} disabled={busy}>
      {labels.previous ?? 'Previous'}
    </Button>
  );

  const pageBody = (
    <>
      {wereSecretsLost ? (
        <Notice title="Please enter this again">
          The page was reloaded. For your security, we didn’t keep the private details on it.
        </Notice>
      ) : null}
      {summaryShown ? <ErrorSummary summary={form.summary} errors={form.errors} fields={fields} /> : null}
      {current.render({
        values: form.values,
        set: form.set,
        setAt: form.setAt,
        next: (patch) => void next(patch),
        busy,
        review: reviewPages(visiblePages.slice(0, Math.max(pageIndex, 0)), form.values, linkTo),
      })}
      {failure === null ? null : (
        <ErrorBox title={typeof header === 'string' ? header : undefined} message={failure.message} focus />
      )}
    </>
  );

  return (
    <FieldProvider
      values={form.values}
      errors={form.errors}
      setAt={form.setAt}
      onBlur={() => undefined}
      fields={fields}
      attempt={form.summary.attempt}
    >
      <div className={classes.progress}>
        <p>{progress}</p>
        <div className={classes.bar} aria-hidden="true">
          {visiblePages.map((page, index) => (
            <span key={page.id} data-done={index <= pageIndex || undefined} />
          ))}
        </div>
      </div>
      <h3 ref={heading} tabIndex={-1} data-autofocus className={classes.heading}>
        {current.title}
      </h3>
      {current.ownForm ? (
        <div className={formClasses.form}>
          {pageBody}
          {backButton ? <div className={classes.actions}>{backButton}</div> : null}
        </div>
      ) : (
        <form
          method="dialog"
          noValidate
          className={`${formClasses.form} ${classes.page}`}
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            void next();
          }}
        >
          {pageBody}
          <div className={classes.actions}>
            {backButton}
            <Button type="submit" busy={busy}>
              {isLastPage ? submitLabel : (labels.next ?? 'Next')}
            </Button>
          </div>
        </form>
      )}
    </FieldProvider>
  );
}

function reviewPages<V extends object>(
  pages: readonly WizardPage<V>[],
  values: V,
  linkTo: (id: string) => ReviewedPage['link'],
): ReviewedPage[] {
  return pages
    .map(({ id, title, summarize }) => ({ id, title, summary: summarize?.(values) ?? '', link: linkTo(id) }))
    .filter(({ summary }) => summary !== '');
}
