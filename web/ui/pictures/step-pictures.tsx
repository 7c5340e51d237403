import classes from './pictures.module.css';

/** Shows a booth with two cards to choose from. */
export function ChoosePicture() {
  return (
    <svg viewBox="0 0 240 150" className={classes.picture} aria-hidden="true">
      <rect width="240" height="150" rx="16" className={classes.ground} />
      <rect x="40" y="58" width="160" height="92" className={classes.wall} />
      <g className={classes.cardA}>
        <rect x="58" y="78" width="58" height="38" rx="6" />
        <path d="M66 100h22M66 107h14" />
      </g>
      <g className={classes.cardB} transform="rotate(8 152 90)">
        <rect x="124" y="70" width="58" height="38" rx="6" />
        <path d="M132 92h22M132 99h14" />
      </g>
      <rect x="32" y="128" width="176" height="10" rx="3" className={classes.counter} />
      <g className={classes.stripes}>
        {[32, 54, 76, 98, 120, 142, 164, 186].map((x) => (
          <path key={x} d={`M${x} 34h22v26a11 11 0 0 1-22 0z`} />
        ))}
      </g>
    </svg>
  );
}

/** Shows a card on a phone. */
export function CarryPicture() {
  return (
    <svg viewBox="0 0 240 150" className={classes.picture} aria-hidden="true">
      <rect width="240" height="150" rx="16" className={classes.ground} />
      <circle cx="176" cy="52" r="26" className={classes.sun} />
      <rect x="82" y="18" width="82" height="150" rx="14" className={classes.phone} />
      <rect x="89" y="28" width="68" height="130" rx="8" className={classes.screen} />
      <g className={classes.cardA}>
        <rect x="95" y="46" width="56" height="37" rx="6" />
        <path d="M102 67h22M102 74h14" />
      </g>
      <path d="M98 98h50M98 108h34M98 118h42" className={classes.lines} />
    </svg>
  );
}

/** Shows a cash register that accepts a card. */
export function ShowPicture() {
  return (
    <svg viewBox="0 0 240 150" className={classes.picture} aria-hidden="true">
      <rect width="240" height="150" rx="16" className={classes.ground} />
      <path d="M52 118l10-58a8 8 0 0 1 8-7h68a8 8 0 0 1 8 7l10 58z" className={classes.register} />
      <rect x="70" y="64" width="68" height="26" rx="4" className={classes.screen} />
      <path d="M96 77l7 7 13-14" className={classes.check} />
      <path d="M74 102h60M74 110h60" className={classes.keys} />
      <rect y="118" width="240" height="32" className={classes.counter} />
      <g className={classes.cardB} transform="rotate(-10 182 104)">
        <rect x="152" y="84" width="60" height="40" rx="6" />
        <path d="M160 107h22M160 114h14" />
      </g>
    </svg>
  );
}
