import { useSiteSettings } from '#web/features/content/use-site-settings.ts';

export function SocialLinks() {
  const settings = useSiteSettings();
  return [
    { title: 'Follow us', links: settings?.socialLinks ?? [] },
    { title: 'Get the app', links: settings?.apps ?? [] },
  ].map(({ title, links }) =>
    links.length === 0 ? null : (
      <nav key={title} aria-label={`${title}, links to other sites`}>
        <h2>{title}</h2>
        <ul>
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
