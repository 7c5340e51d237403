import classes from './awning.module.css';

interface AwningProps {
  tone?: 'spruce' | 'marigold';
  /** 'shop' over a plan's card, 'street' over a page. */
  size?: 'street' | 'shop';
}

/** The striped edge under which everything of ours stands. Decoration only. */
export function Awning({ tone = 'spruce', size = 'street' }: AwningProps) {
  return <div className={classes.awning} data-tone={tone} data-size={size} aria-hidden="true" />;
}
