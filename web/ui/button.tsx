import type { ComponentProps, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './button.module.css';

interface ButtonStyle {
  /**
   * 'primary' is the main action, 'accent' the main action on a colored background, 'quiet' a minor action.
   */
  variant?: 'primary' | 'accent' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'md' | 'lg' | undefined;
  fullWidth?: boolean | undefined;
}

const getStyleAttributes = ({ variant = 'primary', size = 'md', fullWidth = false }: ButtonStyle) => ({
  'data-variant': variant,
  'data-size': size,
  'data-full': fullWidth || undefined,
});

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'>, ButtonStyle {
  /** Shows progress and ignores clicks. Unlike `disabled`, it keeps the focus. */
  busy?: boolean | undefined;
  children: ReactNode;
}

export function Button({
  variant,
  size,
  fullWidth,
  busy = false,
  type = 'button',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      {...getStyleAttributes({ variant, size, fullWidth })}
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

export function ButtonLink({
  variant,
  size,
  fullWidth,
  children,
  ...rest
}: Omit<LinkProps, 'className'> & ButtonStyle) {
  return (
    <Link {...rest} {...getStyleAttributes({ variant, size, fullWidth })} className={classes.button}>
      {children}
    </Link>
  );
}
