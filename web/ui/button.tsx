import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './button.module.css';

interface Look {
  /** primary: the one thing to do here; accent: the same on a coloured ground; quiet: everything beside it. */
  variant?: 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'md' | 'lg' | undefined;
  full?: boolean | undefined;
}

const look = ({ variant = 'primary', size = 'md', full = false }: Look) => ({
  'data-variant': variant,
  'data-size': size,
  'data-full': full || undefined,
});

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, Look {
  /** Shows progress and takes no second click, but keeps the focus, which `disabled` would lose. */
  busy?: boolean | undefined;
  children: ReactNode;
}

export function Button({
  variant,
  size,
  full,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...look({ variant, size, full })}
      type={type}
      className={classes.button}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <span className={classes.label}>{children}</span>
    </button>
  );
}

/** A link that looks like a button: it goes somewhere and changes nothing. */
export function ButtonLink({ variant, size, full, children, ...rest }: Omit<LinkProps, 'className'> & Look) {
  return (
    <Link {...rest} {...look({ variant, size, full })} className={classes.button}>
      {children}
    </Link>
  );
}
