import classes from './awning.module.css';

interface AwningProps {
  tone?: 'spruce' | 'marigold';
  /** 'shop' tops a plan's card, 'street' tops the page. */
  size?: 'street' | 'shop';
}

/** A striped, decorative edge. */
export function Awning({ tone = 'spruce', size = 'street' }: AwningProps) {
  return <div className={classes.awning} data-tone={tone} data-size={size} aria-hidden="true" />;
}
