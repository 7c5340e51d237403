import { Picture } from '#web/ui/pictures/picture.tsx';
import classes from '#web/ui/pictures/pictures.module.css';

/** Shows four people connected to one card. */
export function SharingPicture() {
  const people = [
    [46, 40],
    [196, 36],
    [48, 108],
    [194, 110],
  ] as const;
  return (
    <Picture>
      <path d="M120 76L48 44M120 76l74-36M120 76l-70 34M120 76l72 36" className={classes.ties} />
      {people.map(([x, y], index) => (
        <g key={x} transform={`translate(${x} ${y})`} className={index % 2 ? classes.guest : classes.host}>
          <circle cx="0" cy="-8" r="10" />
          <path d="M-17 22a17 17 0 0 1 34 0z" />
        </g>
      ))}
      <g className={classes.cardA}>
        <rect x="86" y="54" width="68" height="44" rx="7" />
        <path d="M95 80h26M95 88h16" />
      </g>
    </Picture>
  );
}

/** Shows a social media post about a shop, with a like. */
export function SocialPicture() {
  return (
    <Picture>
      <rect x="74" y="16" width="86" height="160" rx="14" className={classes.phone} />
      <rect x="81" y="26" width="72" height="140" rx="8" className={classes.paper} />
      <rect x="87" y="46" width="60" height="52" rx="6" className={classes.wall} />
      <rect x="97" y="70" width="40" height="28" className={classes.moss} />
      <g className={classes.stripes}>
        {[95, 106, 117, 128].map((x) => (
          <path key={x} d={`M${x} 62h11v11a5.500 5.500 0 0 1-11 0z`} />
        ))}
      </g>
      <path d="M88 36h26M88 110h52M88 120h38" className={classes.lines} />
      <path
        d="M148 62h34a10 10 0 0 1 10 10v22a10 10 0 0 1-10 10h-14l-12 12v-12h-8a10 10 0 0 1-10-10V72a10 10 0 0 1 10-10z"
        className={classes.coral}
      />
      <path
        d="M165 94c-8-5-12-9-12-14a6.500 6.500 0 0 1 12-3.500 6.500 6.500 0 0 1 12 3.500c0 5-4 9-12 14z"
        className={classes.onCoral}
      />
    </Picture>
  );
}

/** Shows a shop on a screen in front of an audience. */
export function PresentationPicture() {
  return (
    <Picture>
      <path d="M120 96v20M96 124l24-12 24 12" className={classes.stand} />
      <rect x="50" y="16" width="140" height="84" rx="8" className={classes.paper} />
      <rect x="78" y="52" width="84" height="40" className={classes.wall} />
      <rect x="88" y="68" width="30" height="24" rx="2" className={classes.register} />
      <rect x="130" y="66" width="20" height="26" rx="2" className={classes.moss} />
      <g className={classes.stripes}>
        {[74, 88, 102, 116, 130, 144].map((x) => (
          <path key={x} d={`M${x} 36h15v18a7.500 7.500 0 0 1-15 0z`} />
        ))}
      </g>
      {[28, 74, 120, 166, 212].map((x, index) => (
        <g key={x} transform={`translate(${x} 128)`} className={index % 2 ? classes.guest : classes.host}>
          <circle cx="0" cy="-8" r="10" />
          <path d="M-17 22a17 17 0 0 1 34 0z" />
        </g>
      ))}
    </Picture>
  );
}

export function TaxFormPicture() {
  return (
    <Picture>
      <path d="M70 150V30a10 10 0 0 1 10-10h58l30 30v100z" className={classes.paper} />
      <path d="M138 20l30 30h-22a8 8 0 0 1-8-8z" className={classes.register} />
      <path d="M84 44h34M84 66h68M84 78h52" className={classes.lines} />
      <rect x="84" y="92" width="68" height="18" rx="5" className={classes.field} />
      <path d="M94 101h1M106 101h1M118 101h1" className={classes.keys} />
      <g transform="translate(168 96)">
        <path d="M8 18v-8a12 12 0 0 1 24 0v8" className={classes.shackle} />
        <rect y="16" width="40" height="32" rx="7" className={classes.sun} />
        <circle cx="20" cy="30" r="4.5" className={classes.phone} />
        <rect x="18" y="31" width="4" height="9" rx="2" className={classes.phone} />
      </g>
    </Picture>
  );
}
