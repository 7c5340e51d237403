import { Picture } from './picture.tsx';
import classes from './pictures.module.css';
import { Person } from './role-pictures.tsx';

/** Shows two people at a table: one tells the other about the card. */
export function FriendPicture() {
  return (
    <Picture>
      <path
        d="M84 18h72a10 10 0 0 1 10 10v38a10 10 0 0 1-10 10h-42l-16 14V76H84a10 10 0 0 1-10-10V28a10 10 0 0 1 10-10z"
        className={classes.paper}
      />
      <g className={classes.cardA}>
        <rect x="95" y="29" width="50" height="34" rx="6" />
        <path d="M102 48h20M102 55h12" />
      </g>
      <g transform="translate(72 104) scale(1.35)" className={classes.host}>
        <circle cx="0" cy="-8" r="10" />
        <path d="M-17 22a17 17 0 0 1 34 0z" />
      </g>
      <g transform="translate(172 104) scale(1.35)" className={classes.guest}>
        <circle cx="0" cy="-8" r="10" />
        <path d="M-17 22a17 17 0 0 1 34 0z" />
      </g>
      <rect x="28" y="128" width="184" height="10" rx="5" className={classes.counter} />
      <path d="M116 112h16v10a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6z" className={classes.onCoral} />
      <path d="M60 138v12M180 138v12" className={classes.stand} />
    </Picture>
  );
}

export function DownlinePicture() {
  return (
    <Picture>
      <path d="M120 46L66 84M120 46l54 38M66 92l-26 34M66 92l26 34M174 92l26 34" className={classes.ties} />
      <g transform="translate(120 32) scale(1.15)" className={classes.host}>
        <circle cx="0" cy="-8" r="10" />
        <path d="M-17 22a17 17 0 0 1 34 0z" />
      </g>
      <Person x={66} y={84} pose="guest" />
      <Person x={174} y={84} pose="guest" />
      {[40, 92, 200].map((x, index) => (
        <g key={x} className={index === 1 ? classes.cardB : classes.cardA}>
          <rect x={x - 20} y="114" width="40" height="27" rx="5" />
          <path d={`M${x - 14} 128h16M${x - 14} 134h10`} />
        </g>
      ))}
    </Picture>
  );
}

/** Shows a personal link and its QR code, between two cards. */
export function LinkPicture() {
  return (
    <Picture>
      <rect x="34" y="26" width="172" height="40" rx="20" className={classes.paper} />
      <path
        d="M62 50l-5 5a7 7 0 0 1-10-10l5-5M66 42l5-5a7 7 0 0 1 10 10l-5 5M58 52l12-12"
        className={classes.check}
      />
      <path d="M96 46h64" className={classes.field} />
      <path d="M174 40l14 14M188 40l-14 14" className={classes.lines} />
      <rect x="86" y="82" width="68" height="68" rx="8" className={classes.paper} />
      <g className={classes.phone}>
        <path d="M96 92h16v16H96zM128 92h16v16h-16zM96 124h16v16H96zM118 92h5v5h-5zM118 103h5v10h-5zM96 113h10v5H96zM128 116h6v6h-6zM138 113h6v10h-6zM118 124h6v16h-6zM130 130h14v10h-14z" />
      </g>
      <g className={classes.paper}>
        <path d="M101 97h6v6h-6zM133 97h6v6h-6zM101 129h6v6h-6z" />
      </g>
      <g className={classes.cardB} transform="rotate(10 194 112)">
        <rect x="168" y="94" width="54" height="36" rx="6" />
        <path d="M175 114h22M175 121h14" />
      </g>
      <g className={classes.cardA} transform="rotate(-10 46 112)">
        <rect x="18" y="94" width="54" height="36" rx="6" />
        <path d="M25 114h22M25 121h14" />
      </g>
    </Picture>
  );
}

/** Shows a bar chart of monthly earnings, and a coin. */
export function EarningsPicture() {
  return (
    <Picture>
      <path d="M48 150V30a10 10 0 0 1 10-10h124a10 10 0 0 1 10 10v120z" className={classes.paper} />
      <path d="M62 36h50M62 130h116" className={classes.lines} />
      {[
        [66, 26],
        [88, 42],
        [110, 34],
        [132, 56],
        [154, 70],
      ].map(([x = 0, height = 0], index) => (
        <rect
          key={x}
          x={x}
          y={122 - height}
          width="14"
          height={height}
          rx="3"
          className={index === 4 ? classes.coral : classes.moss}
        />
      ))}
      <circle cx="188" cy="46" r="24" className={classes.sun} />
      <path d="M196 38a9 6 0 0 0-16 2c0 8 16 4 16 12a9 6 0 0 1-16 2M188 30v32" className={classes.field} />
    </Picture>
  );
}
