import classes from '../shell.module.css';

/** The first Tab stop: skips the header. */
export function SkipLink({ target }: { target: string }) {
  return (
    <a href={`#${target}`} className={classes.skip} data-print="hide">
      Skip to content
    </a>
  );
}
