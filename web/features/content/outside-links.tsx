import classes from './outside-links.module.css';

interface OutsideLinksProps {
  links: readonly { name: string; link: string }[];
}

export function OutsideLinks({ links }: OutsideLinksProps) {
  return (
    <ul className={classes.links}>
      {links.map(({ name, link }) => (
        <li key={name}>
          <a href={link} target="_blank" rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
