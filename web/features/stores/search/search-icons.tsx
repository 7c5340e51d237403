import { icon } from '#web/ui/icons.tsx';

// Separate from web/ui/icons.tsx, because the initial view of every page loads that file.
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="M16 16l4.5 4.5" />
  </>,
);
export const NearIcon = icon(
  <>
    <circle cx="12" cy="12" r="6.5" />
    <circle cx="12" cy="12" r="1.5" fill="currentColor" />
    <path d="M12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" />
  </>,
);
export const FilterIcon = icon(<path d="M4 7h9M19 7h1M4 17h1M11 17h9M16 4.5v5M8 14.5v5" />);
export const PinIcon = icon(
  <>
    <path d="M12 21.5c4.5-5 7-8.3 7-11.5a7 7 0 0 0-14 0c0 3.2 2.5 6.5 7 11.5z" />
    <circle cx="12" cy="10" r="2.3" />
  </>,
);
export const PhoneIcon = icon(
  <path d="M8.5 3.5H5.2A1.7 1.7 0 0 0 3.5 5.3 16 16 0 0 0 18.7 20.5a1.7 1.7 0 0 0 1.8-1.7v-3.3l-4.6-1.4-2 2.3a12.5 12.5 0 0 1-6.3-6.3l2.3-2z" />,
);
export const GlobeIcon = icon(
  <>
    <circle cx="12" cy="12" r="8.5" />
    <path d="M3.5 12h17M12 3.5c5 5.2 5 11.8 0 17M12 3.5c-5 5.2-5 11.8 0 17" />
  </>,
);
export const DownloadIcon = icon(<path d="M12 4v11M7 10.5l5 5 5-5M5 20h14" />);
export const StarIcon = icon(
  <path
    d="M12 3.6l2.5 5.3 5.8.8-4.2 4 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4 5.8-.8z"
    fill="currentColor"
    strokeWidth="1"
  />,
);
