import classes from './shell.module.css';

/** The first stop of the Tab key: past the header, into the page. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a href={`#${target}`} className={classes.skip} data-print="hide">
      Skip to content
    </a>
  );
}
