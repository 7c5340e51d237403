import classes from './awning.module.css';

interface AwningProps {
  tone?: 'spruce' | 'marigold';
  /** 'shop' is for the top of a plan's card, 'street' for the top of the page. */
  size?: 'street' | 'shop';
}

export function Awning({ tone = 'spruce', size = 'street' }: AwningProps) {
  return <div className={classes.awning} data-tone={tone} data-size={size} aria-hidden="true" />;
}
