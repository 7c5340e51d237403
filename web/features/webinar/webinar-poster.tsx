import classes from './webinar-poster.module.css';

export function WebinarPoster() {
  return (
    <svg
      viewBox="0 0 640 360"
      className={classes.poster}
      aria-hidden="true"
      preserveAspectRatio="xMidYMid slice"
    >
      <rect width="640" height="360" className={classes.sky} />
      <circle cx="548" cy="78" r="40" className={classes.sun} />
      <rect y="284" width="640" height="76" className={classes.street} />
      <g>
        <rect x="64" y="118" width="216" height="166" className={classes.wall} />
        <rect x="88" y="180" width="96" height="76" rx="4" className={classes.glass} />
        <rect x="206" y="176" width="52" height="108" rx="4" className={classes.door} />
        {[52, 92, 132, 172, 212, 252].map((x, index) => (
          <path
            key={x}
            d={`M${x} 104h40v40a20 20 0 0 1-40 0z`}
            className={index % 2 ? classes.light : classes.dark}
          />
        ))}
      </g>
      {[420, 486, 552].map((x, index) => (
        <g key={x} transform={`translate(${x} 232)`} className={index % 2 ? classes.guest : classes.host}>
          <circle cy="-22" r="20" />
          <path d="M-30 64V34a30 30 0 0 1 60 0v30z" />
        </g>
      ))}
      <g transform="translate(304 116) rotate(-8)">
        <rect width="104" height="66" rx="9" className={classes.card} />
        <path d="M14 44h38M14 54h22" className={classes.strokes} />
      </g>
    </svg>
  );
}
