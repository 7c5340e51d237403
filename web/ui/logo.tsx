import classes from './logo.module.css';

export function LogoMark() {
  return (
    <svg viewBox="0 0 48 48" className={classes.mark} aria-hidden="true" focusable="false">
      <rect x="6" y="14" width="36" height="29" rx="6" className={classes.card} />
      <path d="M12 33h13M12 37.5h8" className={classes.lines} />
      <circle cx="35" cy="35" r="3.5" className={classes.bright} />
      <path d="M8 5h6v14a5 5 0 0 1-10 0V9a4 4 0 0 1 4-4z" className={classes.bright} />
      <path d="M14 5h10v14a5 5 0 0 1-10 0z" className={classes.pale} />
      <path d="M24 5h10v14a5 5 0 0 1-10 0z" className={classes.bright} />
      <path d="M34 5h6a4 4 0 0 1 4 4v10a5 5 0 0 1-10 0z" className={classes.pale} />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={classes.logo}>
      <LogoMark />
      <span>Everything Card</span>
    </span>
  );
}
