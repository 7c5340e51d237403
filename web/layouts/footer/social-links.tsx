import { useSiteSettings } from '#web/features/content/use-site-settings.ts';
import layout from '#web/ui/styles/layout.module.css';

export function SocialLinks() {
  const settings = useSiteSettings();
  return [
    { title: 'Follow us', links: settings?.socialLinks ?? [] },
    { title: 'Get the app', links: settings?.apps ?? [] },
  ].map(({ title, links }) =>
    links.length === 0 ? null : (
      <nav key={title} aria-label={`${title}, links to other sites`}>
        <h2>{title}</h2>
        <ul className={layout.plainList}>
          {links.map(({ name, link }) => (
            <li key={name}>
              <a href={link} target="_blank" rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    ),
  );
}
