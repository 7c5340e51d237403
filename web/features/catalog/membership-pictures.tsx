import { Picture } from '#web/ui/pictures/picture.tsx';
import classes from '#web/ui/pictures/pictures.module.css';

/** Shows a family in front of their house, with one card. */
export function HouseholdPicture() {
  return (
    <Picture>
      <circle cx="204" cy="34" r="20" className={classes.sun} />
      <path d="M18 70L92 18l74 52z" className={classes.coral} />
      <rect x="36" y="66" width="112" height="84" className={classes.wall} />
      <rect x="50" y="80" width="34" height="28" rx="3" className={classes.screen} />
      <rect x="104" y="84" width="32" height="66" rx="3" className={classes.counter} />
      {[
        { x: 54, y: 116, size: 1.4, figure: classes.host },
        { x: 162, y: 114, size: 1.45, figure: classes.guest },
        { x: 93, y: 128, size: 1, figure: classes.guest },
        { x: 124, y: 132, size: 0.85, figure: classes.host },
      ].map(({ x, y, size, figure }) => (
        <g key={x} transform={`translate(${x} ${y}) scale(${size})`} className={figure}>
          <circle cx="0" cy="-8" r="10" />
          <path d="M-17 32v-10a17 17 0 0 1 34 0v10z" />
        </g>
      ))}
      <g className={classes.cardA} transform="rotate(-8 210 108)">
        <rect x="190" y="94" width="42" height="28" rx="5" />
        <path d="M197 109h17M197 115h11" />
      </g>
    </Picture>
  );
}

export function CompanyPicture() {
  return (
    <Picture>
      <rect x="26" y="62" width="52" height="88" className={classes.moss} />
      <rect x="166" y="76" width="50" height="74" className={classes.register} />
      <rect x="72" y="22" width="100" height="128" className={classes.wall} />
      <rect x="66" y="18" width="112" height="9" rx="3" className={classes.counter} />
      {[40, 66].map((y) =>
        [84, 111, 138].map((x) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="20" height="16" rx="2" className={classes.screen} />
        )),
      )}
      <g className={classes.stripes}>
        {[84, 96, 108, 120, 132, 144].map((x) => (
          <path key={x} d={`M${x} 92h12v12a6 6 0 0 1-12 0z`} />
        ))}
      </g>
      <rect x="106" y="110" width="32" height="40" rx="2" className={classes.phone} />
      <rect x="20" y="146" width="200" height="8" className={classes.counter} />
    </Picture>
  );
}

/** Shows a list of employees, each with a card. */
export function EmployeesPicture() {
  return (
    <Picture>
      <path d="M40 150V28a10 10 0 0 1 10-10h140a10 10 0 0 1 10 10v122z" className={classes.paper} />
      {[44, 84, 124].map((y, index) => (
        <g key={y}>
          <g transform={`translate(66 ${y}) scale(0.8)`} className={index % 2 ? classes.guest : classes.host}>
            <circle cx="0" cy="-8" r="10" />
            <path d="M-17 22a17 17 0 0 1 34 0z" />
          </g>
          <path d={`M92 ${y - 4}h46M92 ${y + 8}h30`} className={classes.lines} />
          <g className={index === 1 ? classes.cardB : classes.cardA}>
            <rect x="150" y={y - 12} width="38" height="26" rx="4" />
            <path d={`M156 ${y + 2}h14M156 ${y + 8}h9`} />
          </g>
        </g>
      ))}
    </Picture>
  );
}

/** Shows three people, each with a card. */
export function TeamPicture() {
  return (
    <Picture>
      {[48, 120, 192].map((x, index) => (
        <g key={x}>
          <g
            className={index === 1 ? classes.cardB : classes.cardA}
            transform={`rotate(${index * 6 - 6} ${x} 50)`}
          >
            <rect x={x - 27} y="32" width="54" height="36" rx="6" />
            <path d={`M${x - 20} 52h22M${x - 20} 59h14`} />
          </g>
          <g
            transform={`translate(${x} 112) scale(1.6)`}
            className={index % 2 ? classes.host : classes.guest}
          >
            <circle cx="0" cy="-8" r="10" />
            <path d="M-17 24v-2a17 17 0 0 1 34 0v2z" />
          </g>
        </g>
      ))}
    </Picture>
  );
}
